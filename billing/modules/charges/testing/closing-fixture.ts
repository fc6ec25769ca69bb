import { sql } from 'kysely';
import type { DB } from '#billing/database.gen.ts';
import { type BillingPeriod, firstDayAfter } from '#domain/time/billing-period.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { addDays } from '#domain/time/local-date.ts';
import { type ConnectedDatabase, connectDatabase } from '#platform/database/database.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { createTestDatabase } from '#platform/testing/test-database.ts';
import { closePeriod } from '../closing/close-period.ts';

type ClosingOptions = Partial<Parameters<typeof closePeriod>[0]>;

/** A database in which months are closed. */
export interface ClosingFixture {
  readonly db: ConnectedDatabase<DB>['db'];
  readonly pool: ConnectedDatabase<DB>['pool'];
  /** Takes away every customer with all that is theirs, and the periods. */
  clear(): Promise<void>;
  /** Closes on the third of the next month, at noon. */
  close(period: BillingPeriod, more?: ClosingOptions): ReturnType<typeof closePeriod>;
  end(): Promise<void>;
}

/** A migrated database of its own for tests of the closing; a benchmark opens another one. */
export async function startClosingFixture(
  open: () => Promise<{ readonly url: string; close(): Promise<void> }> = createTestDatabase,
): Promise<ClosingFixture> {
  const database = await open();
  const connected = connectDatabase<DB>({ url: database.url });
  return {
    db: connected.db,
    pool: connected.pool,
    async clear() {
      await sql`truncate billing.customer, billing.account, billing.metering_point, billing.meter, billing.register, billing.reading,
        billing.consumption, billing.bill, billing.charge_line, billing.ledger_entry, billing.outbox_event, billing.period
        cascade`.execute(connected.db);
    },
    async close(period, more = {}) {
      // The clocks of a test go as they like.
      await sql`update billing.booking_clock set newest_at = 'epoch'`.execute(connected.db);
      const clock = fixedClock(kyivInstant(addDays(firstDayAfter(period), 2), 12, 0));
      return closePeriod({ ...connected, clock, period, ...more });
    },
    async end() {
      await connected.close();
      await database.close();
    },
  };
}
