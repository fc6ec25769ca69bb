import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DB } from '#billing/database.gen.ts';
import { giveReading } from '#billing/testing/give-reading.ts';
import { type AccountFixture, makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { nationalTariffHistory } from '#domain/tariffs/national-history.ts';
import { tariffVersionToJson } from '#domain/tariffs/tariff-version-json.ts';
import { addMonths, type BillingPeriod, billingPeriod, firstDayAfter } from '#domain/time/billing-period.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { addDays } from '#domain/time/local-date.ts';
import { fixedClock } from '#platform/clock.ts';
import { type ConnectedDatabase, connectDatabase } from '#platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts';
import { closePeriod } from './close-period.ts';
import { openPeriodsUpTo } from './period-store.ts';

let test_: TestDatabase;
let connected: ConnectedDatabase<DB>;

beforeAll(async () => {
  test_ = await createTestDatabase();
  connected = connectDatabase<DB>({ url: test_.url });
  await makeSupplier(connected.db);
  for (const [code, versions] of Object.entries(nationalTariffHistory)) {
    const tariffCode = `national-${code}`;
    await sql`insert into billing.tariff (tariff_code, title) values (${tariffCode}, ${code})`.execute(
      connected.db,
    );
    for (const version of versions) {
      await sql`insert into billing.tariff_version (tariff_code, valid_from, valid_to, definition, act)
        values (${tariffCode}, ${version.validFrom}, ${version.validTo ?? null},
          ${JSON.stringify(tariffVersionToJson(version))}::jsonb, ${version.act})`.execute(connected.db);
    }
  }
});

afterAll(async () => {
  await connected.close();
  await test_.close();
});

async function clear(): Promise<void> {
  await sql`truncate billing.customer, billing.account, billing.metering_point, billing.meter, billing.register, billing.reading,
    billing.consumption, billing.bill, billing.charge_line, billing.ledger_entry, billing.outbox_event, billing.period
    cascade`.execute(connected.db);
}

/** Closes on the third of the next month, at noon. */
function close(period: BillingPeriod, more: Partial<Parameters<typeof closePeriod>[0]> = {}) {
  const clock = fixedClock(kyivInstant(addDays(firstDayAfter(period), 2), 12, 0));
  return closePeriod({ ...connected, clock, period, ...more });
}

async function billOf(accountNumber: string, period: BillingPeriod) {
  const { rows } = await sql<{ bill: string }>`
    select concat_ws(' ', energy_wh / 1000, charged_kopiykas, recalculated_kopiykas, closing_kopiykas,
      case when is_estimated then 'estimated' else 'read' end) as bill
    from billing.bill where account_number = ${accountNumber} and period = ${period}`.execute(connected.db);
  return rows[0]?.bill;
}

async function consumptionOf(accountNumber: string, period: BillingPeriod) {
  const { rows } = await sql<{ row: string }>`
    select concat_ws(' ', zone, opening_value, closing_value, energy_wh / 1000, basis, overestimated_wh / 1000) as row
    from billing.consumption where account_number = ${accountNumber} and period = ${period}
    order by from_date, meter_id, zone`.execute(connected.db);
  return rows.map(({ row }) => row);
}

/** An account that showed `before` on the 1st of the period, and shows `after` at its end. */
async function accountWith(
  period: BillingPeriod,
  before: Record<string, number>,
  after: Record<string, number>,
  fixture: AccountFixture = {},
) {
  const account = await makeAccount(connected.db, {
    ...fixture,
    history: [{ period: addMonths(period, -1), closing: before }],
  });
  await giveReading(connected.db, {
    ...account,
    period,
    effectiveDate: firstDayAfter(period),
    values: after,
  });
  return account;
}

describe('the worked months of the domain facts', () => {
  const twoZones = { zoneScheme: 'two' } as const;
  const threeZones = { zoneScheme: 'three' } as const;

  test.each([
    [
      'two zones',
      '2026-10',
      'household',
      twoZones,
      { day: 12345, night: 4100 },
      { day: 12425, night: 4140 },
      '120 43200',
    ],
    [
      'electric heating in January',
      '2026-01',
      'householdHeating',
      {},
      { single: 100 },
      { single: 2450 },
      '2350 679200',
    ],
    ['250 kWh before the cliff', '2022-03', 'household', {}, { single: 0 }, { single: 250 }, '250 36000'],
    ['251 kWh over the cliff', '2022-03', 'household', {}, { single: 0 }, { single: 251 }, '251 42168'],
    ['marginal blocks', '2018-03', 'household', {}, { single: 0 }, { single: 250 }, '250 34200'],
    [
      'three zones',
      '2026-10',
      'household',
      threeZones,
      { peak: 0, halfPeak: 0, night: 0 },
      { peak: 20, halfPeak: 50, night: 30 },
      '100 39744',
    ],
  ] as const)('%s', async (_, month, tariff, meter, before, after, expected) => {
    await clear();
    const period = billingPeriod(month);
    const { accountNumber } = await accountWith(period, before, after, {
      tariffCode: `national-${tariff}`,
      meters: [meter],
    });
    expect(await close(period)).toMatchObject({ kind: 'closed', billCount: 1 });
    expect(await billOf(accountNumber, period)).toMatch(`${expected} 0 `);
  });
});

describe('a month of a customer', () => {
  const period = billingPeriod('2026-10');

  test('an opening debt of 0.50 and a month of 432.00 make 432.50 to pay', async () => {
    await clear();
    const { accountNumber } = await accountWith(
      period,
      { day: 12345, night: 4100 },
      { day: 12425, night: 4140 },
      { meters: [{ zoneScheme: 'two' }] },
    );
    await sql`insert into billing.ledger_entry (account_number, period, entry_id, kind, debit_account, credit_account,
        amount_kopiykas, posted_at)
      values (${accountNumber}, '2026-09', gen_random_uuid(), 'opening', 'receivable', 'opening', 50, now()),
        (${accountNumber}, '2026-10', gen_random_uuid(), 'payment', 'inTransit', 'receivable', 10000, now()),
        (${accountNumber}, '2026-11', gen_random_uuid(), 'payment', 'inTransit', 'receivable', 7700, now())`.execute(
      connected.db,
    );
    await close(period);
    const { rows } =
      await sql`select bill_number, issued_on, due_on, opening_kopiykas, charged_kopiykas, paid_kopiykas,
      closing_kopiykas from billing.bill`.execute(connected.db);
    expect(rows).toEqual([
      {
        bill_number: `${accountNumber}-102026`,
        issued_on: '2026-11-03',
        due_on: '2026-11-20',
        opening_kopiykas: 50n,
        charged_kopiykas: 43200n,
        paid_kopiykas: 10000n,
        closing_kopiykas: 33250n,
      },
    ]);
    const events =
      await sql`select account_number, kind, payload ->> 'toPay' as sum from billing.outbox_event`.execute(
        connected.db,
      );
    expect(events.rows).toEqual([{ account_number: accountNumber, kind: 'bill.issued', sum: '332.50' }]);
  });

  test('a meter that was replaced: the sum of both', async () => {
    await clear();
    const account = await makeAccount(connected.db, {
      meters: [
        { meterState: 'removed', removedOn: '2026-10-12', removedValues: { single: 1040 } },
        { installedOn: '2026-10-12', installedValues: { single: 7 } },
      ],
      history: [{ period: '2026-09', closing: { single: 1000 } }],
    });
    const newMeter = account.meters[1]?.meterId ?? '';
    await giveReading(connected.db, {
      ...account,
      meterId: newMeter,
      period,
      effectiveDate: '2026-11-01',
      values: { single: 67 },
    });
    await close(period);
    expect(await consumptionOf(account.accountNumber, period)).toEqual([
      'single 1000 1040 40 actual 0',
      'single 7 67 60 actual 0',
    ]);
    expect(await billOf(account.accountNumber, period)).toBe('100 43200 0 43200 read');
  });

  test('a register that went through zero', async () => {
    await clear();
    const { accountNumber } = await accountWith(period, { single: 99_960 }, { single: 40 });
    await close(period);
    expect(await consumptionOf(accountNumber, period)).toEqual(['single 99960 40 80 actual 0']);
  });

  test('a reading in the middle of the month is brought to the 1st by last year', async () => {
    await clear();
    const account = await makeAccount(connected.db, {
      history: [
        { period: '2025-09', closing: { single: 100 } },
        { period: '2025-10', closing: { single: 410 } },
        { period: '2026-09', closing: { single: 1000 } },
      ],
    });
    await giveReading(connected.db, {
      ...account,
      period,
      effectiveDate: '2026-10-21',
      values: { single: 1050 },
    });
    await close(period);
    expect(await consumptionOf(account.accountNumber, period)).toEqual(['single 1000 1160 160 brought 0']);
  });

  test('without last year: by the last two actual readings; without those: by the norm of the contracted power', async () => {
    await clear();
    const known = await makeAccount(connected.db, {
      history: [
        { period: '2026-08', closing: { single: 900 } },
        { period: '2026-09', closing: { single: 1020 } },
      ],
    });
    const unknown = await makeAccount(connected.db, {
      contractedPowerWatts: 4000,
      meters: [{ installedOn: '2026-10-01' }],
    });
    await close(period);
    // 120 kWh over the 30 days of September, over the 31 days of October.
    expect(await consumptionOf(known.accountNumber, period)).toEqual(['single 1020 1144 124 estimated 0']);
    expect(await consumptionOf(unknown.accountNumber, period)).toEqual(['single 0 124 124 estimated 0']);
    expect(await billOf(unknown.accountNumber, period)).toBe('124 53568 0 53568 estimated');
  });

  test('an estimate that was too high is given back at the price of its month', async () => {
    await clear();
    const september = billingPeriod('2026-09');
    const account = await makeAccount(connected.db, {
      history: [
        { period: '2026-07', closing: { single: 900 } },
        { period: '2026-08', closing: { single: 1055 } },
      ],
    });
    await openPeriodsUpTo(connected.db, september);
    await close(september);
    expect(await consumptionOf(account.accountNumber, september)).toEqual([
      'single 1055 1205 150 estimated 0',
    ]);
    await giveReading(connected.db, {
      ...account,
      period,
      effectiveDate: '2026-11-01',
      values: { single: 1175 },
    });
    await close(period);
    expect(await consumptionOf(account.accountNumber, period)).toEqual(['single 1205 1175 0 actual 30']);
    // 150 × 4.32 = 648.00 was charged, 30 × 4.32 = 129.60 comes back.
    expect(await billOf(account.accountNumber, period)).toBe('0 0 -12960 51840 read');
    const { rows } = await sql`select kind, from_date, energy_wh, amount_kopiykas from billing.charge_line
      where period = ${period}`.execute(connected.db);
    expect(rows).toEqual([
      { kind: 'recalculation', from_date: '2026-09-01', energy_wh: -30000n, amount_kopiykas: -12960n },
    ]);
  });

  test('a contract that ended before the month is not charged; a reading under review does not count yet', async () => {
    await clear();
    const ended = await makeAccount(connected.db, { contractEndedOn: '2026-09-30' });
    const reviewed = await makeAccount(connected.db, {
      history: [{ period: '2025-10', closing: { single: 31 } }],
    });
    await giveReading(connected.db, {
      ...reviewed,
      period,
      effectiveDate: '2026-11-01',
      values: { single: 5000 },
      status: 'underReview',
    });
    await close(period);
    expect(await billOf(ended.accountNumber, period)).toBeUndefined();
    expect(await billOf(reviewed.accountNumber, period)).toMatch('31 ');
  });
});

describe('closing', () => {
  const period = billingPeriod('2026-10');
  const tables = ['consumption', 'bill', 'charge_line', 'ledger_entry', 'period'] as const;

  async function makeTown(): Promise<void> {
    await clear();
    await openPeriodsUpTo(connected.db, period);
    for (let index = 0; index < 11; index++) {
      const history = [{ period: '2026-09', closing: { single: 1000 } }];
      const account = await makeAccount(connected.db, { history });
      const values = { single: 1000 + index * 10 };
      if (index % 3 > 0)
        await giveReading(connected.db, { ...account, period, effectiveDate: '2026-11-01', values });
    }
  }

  /** Rows of the town by account, in the order of the accounts. */
  async function allRows() {
    const found: unknown[] = [];
    for (const table of tables) {
      const { rows } = await sql`select * from ${sql.table(`billing.${table}`)} order by 1, 2, 3, 4`.execute(
        connected.db,
      );
      found.push(rows);
    }
    return found;
  }

  async function forget(): Promise<void> {
    await sql`truncate billing.bill, billing.charge_line, billing.ledger_entry, billing.outbox_event, billing.period`.execute(
      connected.db,
    );
    await sql`delete from billing.consumption where period = ${period}`.execute(connected.db);
    await openPeriodsUpTo(connected.db, period);
  }

  test('cut off after any chunk and started again gives the rows of an undisturbed closing', async () => {
    await makeTown();
    expect(await close(period, { chunkSize: 3 })).toMatchObject({
      kind: 'closed',
      billCount: 11,
      isResumed: false,
    });
    const undisturbed = await allRows();
    for (const chunks of [1, 2, 3]) {
      await forget();
      const stop = new AbortController();
      let done = 0;
      const cut = await close(period, {
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
      expect(await close(period, { chunkSize: 4, clock: later })).toMatchObject({
        kind: 'closed',
        isResumed: true,
      });
      const closedAt = sql`update billing.period set closed_at = started_at where period = ${period}`;
      await closedAt.execute(connected.db);
      expect(await allRows()).toEqual(undisturbed);
    }
  });

  async function billCount(): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from billing.bill`.execute(
      connected.db,
    );
    return rows[0]?.count ?? 0;
  }

  test('a fault in the middle leaves whole chunks, and the next run finishes', async () => {
    await makeTown();
    const broken = close(period, {
      chunkSize: 3,
      onProgress: () => {
        throw new Error('the terminal is gone');
      },
    });
    await expect(broken).rejects.toThrow('the terminal is gone');
    expect((await billCount()) % 3).toBe(0);
    expect(await close(period)).toMatchObject({ kind: 'closed', isResumed: true });
    expect(await billCount()).toBe(11);
  });

  test('repeated, it changes nothing', async () => {
    await makeTown();
    await close(period);
    const before = await allRows();
    expect(await close(period)).toEqual({ kind: 'alreadyClosed', period });
    expect(await allRows()).toEqual(before);
  });

  test('it opens the next period, and only one runs at a time', async () => {
    await makeTown();
    const results = await Promise.all([close(period), close(period)]);
    expect(results.map((result) => result.kind).sort()).toEqual(['closed', 'refused']);
    const { rows } = await sql`select period, state from billing.period order by period`.execute(
      connected.db,
    );
    expect(rows).toEqual([
      { period: '2026-10', state: 'closed' },
      { period: '2026-11', state: 'open' },
    ]);
  });

  test('a month that is not over, one before an open one, or one without a tariff is refused', async () => {
    await makeTown();
    const early = { clock: fixedClock(kyivInstant(addDays(firstDayAfter(period), -1), 12, 0)) };
    expect(await close(period, early)).toMatchObject({ kind: 'refused', code: 'notOver' });
    expect(await close(addMonths(period, 1))).toMatchObject({
      code: 'earlierPeriodOpen',
      subject: '2026-10',
    });
    await sql`insert into billing.tariff (tariff_code, title) values ('empty', '') on conflict do nothing`.execute(
      connected.db,
    );
    await makeAccount(connected.db, { tariffCode: 'empty' });
    expect(await close(period)).toMatchObject({ kind: 'refused', code: 'noTariff', subject: 'empty' });
    expect(await billCount()).toBe(0);
  });

  test('history made up as of a day tells nobody', async () => {
    await makeTown();
    await close(period, { asOf: kyivInstant(addDays(firstDayAfter(period), 2), 12, 0) });
    const { rows } = await sql`select count(*)::int as count from billing.outbox_event`.execute(connected.db);
    expect(rows).toEqual([{ count: 0 }]);
  });
});
