import * as z from 'zod/mini';
import { type Kopiykas, subtractMoney, zeroMoney } from '#domain/money.ts';
import type { Instant } from '#domain/time/instant.ts';
import { sumOfHryvnias } from '../hryvnia-number.ts';
import type { ProviderStatus } from '../payment-gateway.ts';

const numberOrText = z.union([z.number(), z.string().check(z.maxLength(64))]);
const maybeText = z.optional(z.nullable(z.string().check(z.maxLength(64))));
const maybeMoment = z.optional(z.nullable(z.int().check(z.gte(0))));

/** What a card number, a phone or a person could be in is not read at all. */
const paymentSchema = z.object({
  order_id: z.string().check(z.minLength(1), z.maxLength(255)),
  status: z.string().check(z.minLength(1), z.maxLength(40)),
  amount: numberOrText,
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  public_key: z.optional(z.nullable(z.string())),
  payment_id: z.optional(z.nullable(numberOrText)),
  transaction_id: z.optional(z.nullable(numberOrText)),
  liqpay_order_id: maybeText,
  action: maybeText,
  paytype: maybeText,
  err_code: maybeText,
  refund_amount: z.optional(z.nullable(numberOrText)),
  receiver_commission: z.optional(z.nullable(numberOrText)),
  create_date: maybeMoment,
  end_date: maybeMoment,
  refund_date_last: maybeMoment,
});

type Payment = z.infer<typeof paymentSchema>;
type Facts = Omit<Payment, 'public_key'>;

/**
 * The statuses that settle an order (facts 5.1). Every other one waits for the payer or for the bank, and a status that is
 * new to us waits too: it changes nothing until it is understood. wait_accept: the money is taken, the shop is under review.
 */
const settled: Readonly<Record<string, ProviderStatus['kind']>> = {
  success: 'paid',
  wait_accept: 'paid',
  failure: 'refused',
  error: 'refused',
  reversed: 'returned',
};

function kindOf(status: string, isSandbox: boolean): ProviderStatus['kind'] {
  // A test payment moves no money: with real keys it is none.
  if (status === 'sandbox') return isSandbox ? 'paid' : 'refused';
  return Object.hasOwn(settled, status) ? (settled[status] ?? 'waiting') : 'waiting';
}

function latest({ create_date, end_date, refund_date_last }: Payment): Instant | null {
  const moments = [create_date, end_date, refund_date_last].filter((one) => typeof one === 'number');
  return moments.length === 0 ? null : (Math.max(...moments) as Instant);
}

/** Of a part that went back the part is told, and what is left of a paid sum, so that nobody takes either for the whole. */
function amountOf({ amount, refund_amount }: Facts, kind: ProviderStatus['kind']): Kopiykas | undefined {
  const ordered = sumOfHryvnias(amount);
  const returned = refund_amount == null ? undefined : sumOfHryvnias(refund_amount);
  if (refund_amount != null && returned === undefined) return undefined;
  if (kind === 'returned') return returned ?? ordered;
  return ordered && subtractMoney(ordered, returned ?? zeroMoney);
}

export interface LiqpayMerchant {
  readonly publicKey: string;
  readonly isSandbox: boolean;
}

/** A payment of LiqPay in the words of the port; undefined: it is none, or one of another merchant. */
export function readLiqpayPayment(payment: unknown, merchant: LiqpayMerchant): ProviderStatus | undefined {
  const parsed = paymentSchema.safeParse(payment);
  if (!parsed.success) return undefined;
  const { public_key, ...facts } = parsed.data;
  if (public_key && public_key !== merchant.publicKey) return undefined;
  const kind = kindOf(facts.status, merchant.isSandbox);
  const amount = amountOf(facts, kind);
  if (amount === undefined) return undefined;
  const { order_id: orderId, currency, payment_id: paymentId } = facts;
  return {
    orderId,
    kind,
    amount,
    currency,
    providerReference: paymentId === undefined || paymentId === null ? null : String(paymentId),
    saidAt: latest(parsed.data),
    evidence: facts,
  };
}
