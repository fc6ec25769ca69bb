import { compareMoney, type Kopiykas, kopiykas } from '#domain/money.ts';

export type PaymentLimits = { least: Kopiykas; most: Kopiykas };

/** 1.00 to 100 000.00 hryvnias unless the supplier configures otherwise (messages.md, payments.wrongAmount). */
export const defaultPaymentLimits: PaymentLimits = { least: kopiykas(100), most: kopiykas(10_000_000) };

/** Whether so much may be paid at once; the limits themselves may. Else payments.wrongAmount. */
export function isPayableAmount(amount: Kopiykas, limits: PaymentLimits = defaultPaymentLimits): boolean {
  return compareMoney(amount, limits.least) >= 0 && compareMoney(amount, limits.most) <= 0;
}

/** How many orders of an account may be under way, and may be begun in a day of Kyiv. */
export type OrderLimits = { underWay: number; perDay: number };

/** Five under way and thirty a day unless the supplier configures otherwise: each is an invoice at a provider. */
export const defaultOrderLimits: OrderLimits = { underWay: 5, perDay: 30 };
