import type { BillingDatabase } from '#billing/billing-database.ts';
import { setBookingClock } from '#billing/modules/ledger/public.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { type Finding, note, well } from './finding.ts';

/** `npm run doctor -- --clock-is-right`: lets money be booked again after a clock that was ahead. */
export async function declareClockRight(db: BillingDatabase): Promise<Finding[]> {
  const newest = await setBookingClock(db);
  return [newest === undefined ? note('clockNotAhead') : well('clockSet', { newest: instantToIso(newest) })];
}
