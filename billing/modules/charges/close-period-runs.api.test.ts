import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { giveReading } from '#billing/testing/give-reading.ts';
import { queryOn } from '#billing/testing/hooks/query-on.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { addMonths, billingPeriod, firstDayAfter } from '#domain/time/billing-period.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { addDays } from '#domain/time/local-date.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { openPeriodsUpTo } from './period-store.ts';
import { type ClosingFixture, startClosingFixture } from './testing/closing-fixture.ts';

let fixture: ClosingFixture;
const query = queryOn(() => fixture.db);

beforeAll(async () => {
  fixture = await startClosingFixture();
  await makeSupplier(fixture.db);
});

afterAll(() => fixture.end());

describe('closing', () => {
  const period = billingPeriod('2026-10');
  const tables = ['consumption', 'bill', 'charge_line', 'ledger_entry', 'period'] as const;

  async function makeTown(): Promise<void> {
    await fixture.clear();
    await openPeriodsUpTo(fixture.db, period);
    for (let index = 0; index < 11; index++) {
      const history = [{ period: '2026-09', closing: { single: 1000 } }];
      const account = await makeAccount(fixture.db, { history });
      const values = { single: 1000 + index * 10 };
      if (index % 3 > 0)
        await giveReading(fixture.db, { ...account, period, effectiveDate: '2026-11-01', values });
    }
  }

  /** Rows of the town by account, in the order of the accounts. */
  async function allRows() {
    const found: unknown[] = [];
    for (const table of tables) {
      const rows = await query`select * from ${sql.table(`billing.${table}`)} order by 1, 2, 3, 4`;
      found.push(rows);
    }
    return found;
  }

  async function deleteHistory(): Promise<void> {
    await query`update billing.booking_clock set newest_at = 'epoch'`;
    await query`truncate billing.bill, billing.charge_line, billing.ledger_entry, billing.outbox_event, billing.period`;
    await query`delete from billing.consumption where period = ${period}`;
    await openPeriodsUpTo(fixture.db, period);
  }

  test('cut off after any chunk and started again gives the rows of an undisturbed closing', async () => {
    await makeTown();
    const closed = await fixture.close(period, { chunkSize: 3 });
    expect(closed).toMatchObject({ kind: 'closed', billCount: 11, isResumed: false });
    await query`update billing.period set run_started_at = null, progress_at = null, run_done_before = null`;
    const undisturbed = await allRows();
    for (const chunks of [1, 2, 3]) {
      await deleteHistory();
      const stop = new AbortController();
      let done = 0;
      const cut = await fixture.close(period, {
        chunkSize: 3,
        signal: stop.signal,
        onProgress: () => {
          done += 1;
          if (done === chunks) stop.abort();
        },
      });
      expect(cut.kind).toBe('interrupted');
      expect(await billCount()).toBeLessThan(11);
      const later = fixedClock(kyivInstant(addDays(firstDayAfter(period), 5), 12, 0));
      const closed = await fixture.close(period, { chunkSize: 4, clock: later });
      expect(closed).toMatchObject({ kind: 'closed', isResumed: true });
      // Of when it ran: the rest is the same.
      const closedAt = sql`update billing.period set closed_at = started_at, run_started_at = null, progress_at = null,
        run_done_before = null where period = ${period}`;
      await closedAt.execute(fixture.db);
      expect(await allRows()).toEqual(undisturbed);
    }
  });

  async function billCount(): Promise<number> {
    const rows = await query<{ count: number }>`select count(*)::int as count from billing.bill`;
    return rows[0]?.count ?? 0;
  }

  test('a fault in the middle leaves whole chunks, and the next run finishes', async () => {
    await makeTown();
    const broken = fixture.close(period, {
      chunkSize: 3,
      onProgress: () => {
        throw new Error('the terminal is gone');
      },
    });
    await expect(broken).rejects.toThrow('the terminal is gone');
    expect((await billCount()) % 3).toBe(0);
    expect(await fixture.close(period)).toMatchObject({ kind: 'closed', isResumed: true });
    expect(await billCount()).toBe(11);
  });

  test('repeated, it changes nothing', async () => {
    await makeTown();
    await fixture.close(period);
    const before = await allRows();
    expect(await fixture.close(period)).toEqual({ kind: 'alreadyClosed', period });
    expect(await allRows()).toEqual(before);
  });

  test('it opens the next period, and only one runs at a time', async () => {
    await makeTown();
    const results = await Promise.all([fixture.close(period), fixture.close(period)]);
    expect(results.map((result) => result.kind).sort()).toEqual(['closed', 'refused']);
    const rows = await query`select period, state from billing.period order by period`;
    expect(rows).toEqual([
      { period: '2026-10', state: 'closed' },
      { period: '2026-11', state: 'open' },
    ]);
  });

  test('a month that is not over, one before an open one, or one without a tariff is refused', async () => {
    await makeTown();
    const early = { clock: fixedClock(kyivInstant(addDays(firstDayAfter(period), -1), 12, 0)) };
    expect(await fixture.close(period, early)).toMatchObject({ kind: 'refused', code: 'notOver' });
    const next = await fixture.close(addMonths(period, 1));
    expect(next).toMatchObject({ code: 'earlierPeriodOpen', subject: '2026-10' });
    await query`insert into billing.tariff (tariff_code, title) values ('empty', '') on conflict do nothing`;
    await makeAccount(fixture.db, { tariffCode: 'empty' });
    expect(await fixture.close(period)).toMatchObject({ code: 'noTariff', subject: 'empty' });
    expect(await billCount()).toBe(0);
  });

  test('history made up as of a day tells nobody', async () => {
    await makeTown();
    await fixture.close(period, { asOf: kyivInstant(addDays(firstDayAfter(period), 2), 12, 0) });
    const rows = await query`select count(*)::int as count from billing.outbox_event`;
    expect(rows).toEqual([{ count: 0 }]);
  });
});
