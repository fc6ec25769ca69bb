import { compareMoney, type Kopiykas, kopiykas } from '#domain/money.ts';

export type PaymentLimits = { least: Kopiykas; most: Kopiykas };

/** 1.00 to 100 000.00 UAH unless configured otherwise (messages.md, payments.wrongAmount). */
export const defaultPaymentLimits: PaymentLimits = { least: kopiykas(100), most: kopiykas(10_000_000) };

/** Whether so much may be paid at once; the limits themselves may. Else payments.wrongAmount. */
export function isPayableAmount(amount: Kopiykas, limits: PaymentLimits): boolean {
  return compareMoney(amount, limits.least) >= 0 && compareMoney(amount, limits.most) <= 0;
}

/** Maximum open orders of an account, and orders started per Kyiv day. */
export type OrderLimits = { underWay: number; perDay: number };

/** Five open and thirty a day unless configured otherwise: each is an invoice at a provider. */
export const defaultOrderLimits: OrderLimits = { underWay: 5, perDay: 30 };
