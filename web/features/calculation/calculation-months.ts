import { addMonths, type BillingPeriod, periodOf } from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';

const A_DAY = /^(\d{4}-(?:0[1-9]|1[0-2]))-(?:0[1-9]|[12]\d|3[01])(?:$|T)/;

/** The month that an address asks for by `?date=`; undefined: none, or what is no date. */
export function askedMonth(date: string | undefined): BillingPeriod | undefined {
  return A_DAY.exec(date ?? '')?.[1] as BillingPeriod | undefined;
}

/** The months to choose from: the one before today's, which may not be closed yet, and today's; one that was asked for too. */
export function calculationMonths(now: Instant, asked: BillingPeriod | undefined): readonly BillingPeriod[] {
  const month = periodOf(kyivDateOf(now));
  const months = [addMonths(month, -1), month];
  return asked === undefined || months.includes(asked) ? months : [asked, ...months].sort();
}
