import { sql } from 'kysely';
import type { DB } from '#billing/database.gen.ts';
import { billFormerAccounts } from '#billing/modules/charges/closing/bill-former-accounts.ts';
import { closePeriod } from '#billing/modules/charges/public.ts';
import { billingPeriod, firstDayAfter } from '#domain/time/billing-period.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { addDays } from '#domain/time/local-date.ts';
import type { Clock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';

/** Closes a month on the 3rd of the next month; throws when it can't. */
export async function closeMonth(databaseUrl: string, month: string): Promise<void> {
  const period = billingPeriod(month);
  const connected = connectDatabase<DB>({ url: databaseUrl, poolSize: 8 });
  try {
    const clock = fixedClock(kyivInstant(addDays(firstDayAfter(period), 2), 12, 0));
    const result = await closePeriod({ ...connected, clock, period });
    // The test clock may be before that day.
    await sql`update billing.booking_clock set newest_at = 'epoch'`.execute(connected.db);
    if (result.kind !== 'closed') throw new Error(`not closed: ${JSON.stringify(result)}`);
  } finally {
    await connected.close();
  }
}

/** Runs the job of the closing bills of changes of holder; returns how many it made. */
export async function makeClosingBills(databaseUrl: string, clock: Clock): Promise<number> {
  const connected = connectDatabase<DB>({ url: databaseUrl, poolSize: 4 });
  try {
    return await billFormerAccounts({ ...connected, clock });
  } finally {
    await connected.close();
  }
}
