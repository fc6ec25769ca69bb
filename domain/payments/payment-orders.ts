import { compareMoney, type Kopiykas, kopiykas } from '#domain/money.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { addWorkingDays } from '#domain/time/working-days.ts';

export type PaymentLimits = { least: Kopiykas; most: Kopiykas };

/** The limits that the agreed text of `payments.wrongAmount` names (messages.md). */
export const agreedPaymentLimits: PaymentLimits = { least: kopiykas(100), most: kopiykas(10_000_000) };

/** Whether so much may be paid at once; the limits themselves may. Else payments.wrongAmount. */
export function isPayableAmount(amount: Kopiykas, limits: PaymentLimits): boolean {
  return compareMoney(amount, limits.least) >= 0 && compareMoney(amount, limits.most) <= 0;
}

/** Maximum open orders of an account, and orders started per Kyiv day: each is an invoice at a provider. */
export type OrderLimits = { underWay: number; perDay: number };

/**
 * Minutes between status queries for an order without a new status; the last one repeats until expiry, followed by a
 * few more queries.
 */
export const queryPausesMinutes: readonly [number, ...number[]] = [1, 2, 5, 15, 60];

/**
 * An unpaid order expires after this time. Its provider is queried for two more days, and a late payment still
 * counts.
 */
export const orderExpiryMinutes = 30;

/**
 * Maximum lock time of an order during a refund, milliseconds: longer than all provider requests of a refund
 * together.
 */
export const refundClaimMs = 180_000;

/** Pause before the next query after `asked` queries, milliseconds. */
export function queryPauseMs(asked: number): number {
  const last = queryPausesMinutes.length - 1;
  return (queryPausesMinutes[Math.min(asked, last)] ?? queryPausesMinutes[0]) * 60_000;
}

/**
 * The day by which confirmed money should be in the bank statement: the next Kyiv working day after the confirmation
 * (payments.pending). `holidays`: of the supplier.
 */
export function expectedLanding(confirmedAt: Instant, holidays: ReadonlySet<LocalDate>): LocalDate {
  return addWorkingDays(kyivDateOf(confirmedAt), 1, holidays);
}
