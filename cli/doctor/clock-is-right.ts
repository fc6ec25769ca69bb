import type { BillingDatabase } from '#billing/billing-database.ts';
import { setBookingClock } from '#billing/modules/ledger/public.ts';
import { words } from '#cli/output/doctor.template.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { bad, type Finding, reasonOf, well } from './checks.ts';

/** `npm run doctor -- --clock-is-right`: lets money be booked again after a clock that was ahead. */
export async function declareClockRight(db: BillingDatabase): Promise<Finding[]> {
  try {
    const newest = await setBookingClock(db);
    if (newest === undefined) return [{ kind: 'note', line: words.clockNotAhead }];
    return [well(words.clockSet(instantToIso(newest)))];
  } catch (error) {
    return [bad(reasonOf(error))];
  }
}
