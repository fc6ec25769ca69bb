import * as z from 'zod/mini';
import { type Kopiykas, subtractMoney, sumMoney } from '#domain/money.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { parseLocalDate } from '#domain/time/local-date.ts';
import { sumOfHryvnias } from '../hryvnia-number.ts';
import type { ProviderStatus } from '../payment-gateway.ts';

const numberOrText = z.union([z.number(), z.string().check(z.maxLength(64))]);
const orderField = z.string().check(z.minLength(1), z.maxLength(64));
const maybeText = z.optional(z.nullable(z.string().check(z.maxLength(100))));

/** What a card, a phone or an e-mail address could be in is not read at all. */
const noticeSchema = z.object({
  OperationType: z.string().check(z.maxLength(40)),
  PartnerKey: z.string(),
  ServiceKey: z.string(),
  TransactionStatus: z.string().check(z.maxLength(40)),
  MerchantOrderId: orderField,
  DateTime: maybeText,
  Amount: numberOrText,
  Commission: z.optional(z.nullable(numberOrText)),
  TransactionId: z.optional(z.nullable(numberOrText)),
  AdditionalItems: z.optional(z.nullable(z.object({ ErrorCode: maybeText }))),
});

const stateSchema = z.object({
  orderId: orderField,
  transactionId: z.optional(z.nullable(numberOrText)),
  amount: numberOrText,
  paymentState: z.string().check(z.maxLength(40)),
  refunds: z.optional(
    z.nullable(
      z.array(
        z.object({
          refundTransactionId: z.optional(z.nullable(numberOrText)),
          paymentState: z.string().check(z.maxLength(40)),
          refundAmount: numberOrText,
          dateAccepted: maybeText,
        }),
      ),
    ),
  ),
});

type State = z.infer<typeof stateSchema>;

/** The provider takes hryvnias alone and names no currency. */
const currency = 'UAH';

function referenceOf(transactionId: number | string | null | undefined): string | null {
  return transactionId === null || transactionId === undefined ? null : String(transactionId);
}

const moment = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.\d{1,7})?(Z|[+-]\d{2}:\d{2})?$/;

/** "2026-11-20T12:00:00" on a Kyiv clock, or with its offset; null: it is no moment. */
function momentOf(text: string | null | undefined): Instant | null {
  const match = moment.exec(text ?? '');
  const date = parseLocalDate(match?.[1] ?? '');
  if (match === null || date === undefined) return null;
  const [whole, , hour, minute, second, offset] = match;
  if (offset !== undefined) return instantFromIso(whole);
  return (kyivInstant(date, Number(hour), Number(minute)) + Number(second) * 1000) as Instant;
}

function kindOfNotice(operation: string, status: string): ProviderStatus['kind'] {
  if (operation === 'Refund') return status === 'Accepted' ? 'returned' : 'waiting';
  if (operation !== 'Payment') return 'waiting';
  return status === 'Accepted' ? 'paid' : status === 'Declined' ? 'refused' : 'waiting';
}

/** A notice of EasyPay, whose signature is proved, in the words of the port; undefined: it is none, or another merchant's. */
export function readEasypayNotice(
  notice: unknown,
  merchant: { readonly partnerKey: string; readonly serviceKey: string },
): ProviderStatus | undefined {
  const parsed = noticeSchema.safeParse(notice);
  if (!parsed.success) return undefined;
  const { PartnerKey, ServiceKey, ...facts } = parsed.data;
  if (PartnerKey !== merchant.partnerKey || ServiceKey !== merchant.serviceKey) return undefined;
  const amount = sumOfHryvnias(facts.Amount);
  if (amount === undefined) return undefined;
  return {
    orderId: facts.MerchantOrderId,
    kind: kindOfNotice(facts.OperationType, facts.TransactionStatus),
    amount,
    currency,
    providerReference: referenceOf(facts.TransactionId),
    saidAt: momentOf(facts.DateTime),
    evidence: facts,
  };
}

/** Whether a state, as `readEasypayState` tells it, names a refund that EasyPay still works on. */
export function isRefundUnderWay({ evidence }: ProviderStatus): boolean {
  const parsed = stateSchema.safeParse(evidence);
  return parsed.success && (parsed.data.refunds ?? []).some(({ paymentState }) => paymentState === 'pending');
}

function returnedSum({ refunds }: State): Kopiykas {
  const accepted = (refunds ?? []).filter(({ paymentState }) => paymentState === 'accepted');
  return sumMoney(accepted.flatMap(({ refundAmount }) => sumOfHryvnias(refundAmount) ?? []));
}

/** Of the payment itself no moment is told here. */
function lastReturnAt({ refunds }: State): Instant | null {
  const moments = (refunds ?? []).flatMap(({ dateAccepted }) => momentOf(dateAccepted) ?? []);
  return moments.length === 0 ? null : (Math.max(...moments) as Instant);
}

/**
 * An order is declined when it was refused, and also when all its money went back: the refunds tell which. What is left of
 * a refunded part stays paid.
 */
function kindOfState(state: State, amount: Kopiykas, returned: Kopiykas): ProviderStatus['kind'] {
  if (returned > 0n && (returned >= amount || state.paymentState === 'declined')) return 'returned';
  if (state.paymentState === 'accepted') return 'paid';
  return state.paymentState === 'declined' ? 'refused' : 'waiting';
}

/** Where an order stands, as orderState answers it, in the words of the port; undefined: it is no such answer. */
export function readEasypayState(answer: unknown): ProviderStatus | undefined {
  const parsed = stateSchema.safeParse(answer);
  if (!parsed.success) return undefined;
  const ordered = sumOfHryvnias(parsed.data.amount);
  if (ordered === undefined) return undefined;
  const returned = returnedSum(parsed.data);
  const kind = kindOfState(parsed.data, ordered, returned);
  return {
    orderId: parsed.data.orderId,
    kind,
    // Of a part that went back the rest is told, so that nobody takes it for the whole.
    amount: kind === 'returned' ? returned : kind === 'paid' ? subtractMoney(ordered, returned) : ordered,
    currency,
    providerReference: referenceOf(parsed.data.transactionId),
    saidAt: kind === 'returned' ? lastReturnAt(parsed.data) : null,
    evidence: parsed.data,
  };
}
