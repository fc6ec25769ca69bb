import { addMonths, type BillingPeriod, periodOf } from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';

const A_DAY = /^(\d{4}-(?:0[1-9]|1[0-2]))-(?:0[1-9]|[12]\d|3[01])(?:$|T)/;

/** The month in `?date=` of the URL; undefined: absent or not a date. */
export function requestedMonth(date: string | undefined): BillingPeriod | undefined {
  return A_DAY.exec(date ?? '')?.[1] as BillingPeriod | undefined;
}

/**
 * The months to choose from: the previous one, which may not be closed yet, the current one, and the requested one.
 */
export function calculationMonths(
  now: Instant,
  requested: BillingPeriod | undefined,
): readonly BillingPeriod[] {
  const month = periodOf(kyivDateOf(now));
  const months = [addMonths(month, -1), month];
  return requested === undefined || months.includes(requested) ? months : [requested, ...months].sort();
}
