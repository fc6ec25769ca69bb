import * as z from 'zod/mini';
import { type Kopiykas, subtractMoney, sumMoney } from '#domain/money.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { parseLocalDate } from '#domain/time/local-date.ts';
import { isSameText } from '#platform/is-same-text.ts';
import { evidenceField, hryvniaNumber, sumOfHryvnias } from '../ask-provider.ts';
import { isPayPage, rememberPages } from '../payer-pages.ts';
import {
  type KnownOrder,
  type PaymentGateway,
  type PaymentOrder,
  type PayPage,
  type ProviderStatus,
  ProviderUnavailable,
  RefundNotOffered,
  RefundRefused,
} from '../payment-gateway.ts';
import {
  createEasypaySession,
  type EasypayOptions,
  easypayErrorOf,
  easypaySignature,
} from './easypay-session.ts';

const numberOrText = z.union([z.number(), z.string().check(z.maxLength(64))]);
const orderField = z.string().check(z.minLength(1), z.maxLength(64));
const maybeText = evidenceField(z.string().check(z.maxLength(100)));

/** What a card, a phone or an e-mail address could be in is not read at all. */
const noticeSchema = z.object({
  OperationType: z.string().check(z.maxLength(40)),
  PartnerKey: z.string(),
  ServiceKey: z.string(),
  TransactionStatus: z.string().check(z.maxLength(40)),
  MerchantOrderId: orderField,
  DateTime: maybeText,
  Amount: numberOrText,
  Commission: evidenceField(numberOrText),
  TransactionId: evidenceField(numberOrText),
  AdditionalItems: evidenceField(z.object({ ErrorCode: maybeText })),
});

const stateSchema = z.object({
  orderId: orderField,
  transactionId: evidenceField(numberOrText),
  amount: numberOrText,
  paymentState: z.string().check(z.maxLength(40)),
  refunds: z.optional(
    z.nullable(
      z.array(
        z.object({
          refundTransactionId: evidenceField(numberOrText),
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
    reportedAt: momentOf(facts.DateTime),
    evidence: facts,
  };
}

/** Whether a state, as `readEasypayState` tells it, names a refund that EasyPay still works on. */
function isRefundUnderWay({ evidence }: ProviderStatus): boolean {
  const parsed = stateSchema.safeParse(evidence);
  return parsed.success && (parsed.data.refunds ?? []).some(({ paymentState }) => paymentState === 'pending');
}

function returnedSum({ refunds }: State): Kopiykas {
  const accepted = (refunds ?? []).filter(({ paymentState }) => paymentState === 'accepted');
  return sumMoney(accepted.flatMap(({ refundAmount }) => sumOfHryvnias(refundAmount) ?? []));
}

/** The answer has no time of the payment itself. */
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
    // After a partial refund the rest is reported, never the whole sum.
    amount: kind === 'returned' ? returned : kind === 'paid' ? subtractMoney(ordered, returned) : ordered,
    currency,
    providerReference: referenceOf(parsed.data.transactionId),
    reportedAt: kind === 'returned' ? lastReturnAt(parsed.data) : null,
    evidence: parsed.data,
  };
}

const provider = 'easypay';
/** Of EasyPay's documentation: everybody knows its secret. */
const testPartner = 'easypay-test';

/** Refunds by a call are agreed on with EasyPay apart; public code knows the call, the facts do not. */
const notOffered: ReadonlySet<number> = new Set([403, 404, 405]);

const orderSchema = z.object({ forwardUrl: z.string().check(z.minLength(1), z.maxLength(2000)) });

/** EasyPay (facts 5.5): orders are made there by a signed call, reports carry the same signature over their bytes. */
export function createEasypayGateway(options: EasypayOptions): PaymentGateway {
  const { partnerKey, serviceKey, secretKey, url } = options;
  const session = createEasypaySession(options);
  const unavailable = (reason: string) => new ProviderUnavailable(provider, reason);

  async function createOrder(order: PaymentOrder): Promise<PayPage> {
    const { orderId, description, amount, callbackUrl, returnUrl } = order;
    const answer = await session.ask('/api/merchant/createOrder', {
      order: {
        serviceKey,
        orderId,
        description,
        amount: hryvniaNumber(amount),
        additionalItems: { 'Merchant.UrlNotify': callbackUrl },
      },
      urls: { success: returnUrl, failed: returnUrl },
    });
    const error = easypayErrorOf(answer);
    if (error !== undefined) throw unavailable(`no order: ${error}`);
    const parsed = orderSchema.safeParse(answer.body);
    if (!parsed.success || !isPayPage(parsed.data.forwardUrl, url))
      throw unavailable('an order of another shape');
    return { payUrl: parsed.data.forwardUrl, payFields: null, providerReference: null };
  }

  async function queryState({ orderId, providerReference }: KnownOrder): Promise<ProviderStatus | undefined> {
    const answer = await session.ask('/api/merchant/orderState', {
      serviceKey,
      orderId,
      ...(providerReference !== null && { transactionId: providerReference }),
    });
    const error = easypayErrorOf(answer);
    if (error?.includes('NOT_FOUND')) return undefined;
    if (error !== undefined) throw unavailable(`no state of the order: ${error}`);
    const reported = readEasypayState(answer.body);
    if (reported?.orderId !== orderId) throw unavailable('a state of another shape or order');
    return reported;
  }

  /** A refund that has been made, or is on its way; undefined: none is. */
  function refundIn(
    reported: ProviderStatus | undefined,
    { amount }: KnownOrder,
  ): ProviderStatus | undefined {
    if (reported === undefined || reported.kind === 'returned') return reported;
    return isRefundUnderWay(reported) ? { ...reported, kind: 'waiting', amount } : undefined;
  }

  /** That a refund asked twice is made once is not promised there: the order is looked at first, and when it is refused. */
  async function refund(order: KnownOrder): Promise<ProviderStatus> {
    const { orderId, amount } = order;
    const before = await queryState(order);
    const known = refundIn(before, order);
    if (known !== undefined) return known;
    if (before?.kind !== 'paid') throw new RefundRefused(provider, 'the order is not paid');
    const { providerReference } = before;
    const answer = await session.ask('/api/merchant/cancelOrder', {
      serviceKey,
      orderId,
      ...(providerReference !== null && { transactionId: Number(providerReference) }),
      amount: hryvniaNumber(amount),
    });
    // It has just answered where the order stands: what it does not let us do now is the refund itself.
    if (notOffered.has(answer.httpStatus)) throw new RefundNotOffered(provider);
    const error = easypayErrorOf(answer);
    if (error !== undefined) {
      const meanwhile = refundIn(await queryState(order), order);
      if (meanwhile !== undefined) return meanwhile;
      throw new RefundRefused(provider, error);
    }
    const after = await queryState(order).catch((reason: unknown) => {
      if (reason instanceof ProviderUnavailable) return undefined;
      throw reason;
    });
    return after?.kind === 'returned' ? after : { ...before, kind: 'waiting', amount };
  }

  return {
    provider,
    isSandbox: partnerKey === testPartner,
    createPayment: rememberPages(createOrder),
    async verifyCallback({ headers, body }) {
      if (!isSameText(headers.sign, easypaySignature(body, secretKey))) return undefined;
      try {
        return readEasypayNotice(JSON.parse(body.toString('utf8')), { partnerKey, serviceKey });
      } catch {
        return undefined;
      }
    },
    queryState,
    refund,
  };
}
