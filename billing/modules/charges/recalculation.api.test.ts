import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BALANCE_GET } from '#billing/api/balance.ts';
import { RECALCULATION_BOOK } from '#billing/api/charges.ts';
import type { Module, ModuleInput, ModuleOutput } from '#billing/api/define-module.ts';
import { createBilling } from '#billing/billing.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { giveReading } from '#billing/testing/give-reading.ts';
import { type AccountHandle, makeAccount } from '#billing/testing/make-account.ts';
import type { MeterFixture } from '#billing/testing/make-meter.ts';
import { makeNationalTariffs, nationalTariffCodes } from '#billing/testing/make-national-tariffs.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { addMonths, type BillingPeriod, billingPeriod, firstDayAfter } from '#domain/time/billing-period.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { localDate } from '#domain/time/local-date.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { openPeriodsUpTo } from './period-store.ts';
import {
  type AccountPairFixture,
  chargedInAll,
  makeAccountPairs,
  readAccountPairs,
} from './testing/account-pairs.ts';
import { type ClosingFixture, startClosingFixture } from './testing/closing-fixture.ts';

let fixture: ClosingFixture;
let db: BillingDatabase;
const clock = fixedClock(instantFromIso('2026-11-15T10:00:00Z'));
const { household, householdHeating } = nationalTariffCodes;
const anyTime = '2100-01-01T00:00:00Z';

beforeAll(async () => {
  fixture = await startClosingFixture();
  db = fixture.db as BillingDatabase;
  await makeSupplier(db);
  await makeNationalTariffs(db);
});

afterAll(() => fixture.end());
beforeEach(() => fixture.clear());

async function ask<M extends Module>(module: M, input: ModuleInput<M>): Promise<ModuleOutput<M>> {
  const result = await createBilling({ db, clock }).run(module.name, input, {
    reference: '1',
    actor: 'test',
  });
  if (!result.ok) throw new Error(result.code);
  return module.output.parse(result.data) as ModuleOutput<M>;
}

const book = (readUntil = anyTime) => ask(RECALCULATION_BOOK, { after: '', readUntil, limit: 100 });

async function entriesOf({ accountNumber }: AccountHandle, kind = 'recalculation') {
  const { rows } = await sql<{ sum: bigint }>`
    select case debit_account when 'receivable' then amount_kopiykas else -amount_kopiykas end as sum
    from billing.ledger_entry where account_number = ${accountNumber} and kind = ${kind}
    order by posted_at, entry_id`.execute(db);
  return rows.map(({ sum }) => sum);
}

async function recalculatedOf({ accountNumber }: AccountHandle, period: BillingPeriod) {
  const { rows } = await sql<{ sum: bigint }>`select recalculated_kopiykas as sum from billing.bill
    where account_number = ${accountNumber} and period = ${period}`.execute(db);
  return rows[0]?.sum;
}

/** Months without a reading are closed, both are read, the recalculation is booked, and the month of the reading is closed. */
async function liveThrough(fixtures: readonly AccountPairFixture[]) {
  const { first, months } = fixtures[0] as AccountPairFixture;
  await openPeriodsUpTo(db, addMonths(first, months), first);
  const twins = [];
  for (const accountFixture of fixtures) twins.push(await makeAccountPairs(db, accountFixture));
  for (let index = 0; index < months; index++)
    expect(await fixture.close(addMonths(first, index))).toMatchObject({ kind: 'closed' });
  for (const [index, accountFixture] of fixtures.entries()) {
    const own = twins[index];
    if (own) await readAccountPairs(db, own, accountFixture);
  }
  const { booked } = await book();
  expect(await fixture.close(addMonths(first, months))).toMatchObject({ kind: 'closed' });
  expect(await checkLedger(db)).toEqual([]);
  return { twins, booked };
}

describe('after an actual reading everything so far costs what readings of each month would have cost', () => {
  const two = { zoneScheme: 'two' } as const;
  const twin = (
    first: string,
    readOn: string,
    start: AccountPairFixture['start'],
    end: AccountPairFixture['end'],
    more: { months?: number; tariffCode?: string; meter?: MeterFixture } = {},
  ): AccountPairFixture => ({
    first: billingPeriod(first),
    readOn: localDate(readOn),
    start,
    end,
    months: 2,
    tariffCode: household,
    meter: {},
    ...more,
  });

  test.each<[string, AccountPairFixture]>([
    ['estimated too high', twin('2026-08', '2026-11-01', { single: 1000 }, { single: 1050 })],
    ['estimated too low', twin('2026-08', '2026-11-01', { single: 1000 }, { single: 2500 })],
    ['read inside the month', twin('2026-08', '2026-10-20', { single: 1000 }, { single: 1333 })],
    ['nothing consumed at all', twin('2026-08', '2026-11-01', { single: 1000 }, { single: 1000 })],
    [
      'two zones, one up and one down',
      twin('2026-08', '2026-11-01', { day: 500, night: 500 }, { day: 520, night: 1100 }, { meter: two }),
    ],
    [
      'three zones',
      twin(
        '2026-08',
        '2026-11-01',
        { peak: 500, halfPeak: 500, night: 500 },
        { peak: 560, halfPeak: 800, night: 901 },
        { meter: { zoneScheme: 'three' } },
      ),
    ],
    ['through zero', twin('2026-08', '2026-11-01', { single: 99_900 }, { single: 120 })],
    [
      'a meter with a coefficient',
      twin('2026-08', '2026-11-01', { single: 1000 }, { single: 1040 }, { meter: { coefficient: 20 } }),
    ],
    ['marginal blocks', twin('2018-01', '2018-04-01', { single: 1000 }, { single: 1900 })],
    ['over the cliff, and under it', twin('2022-01', '2022-04-01', { single: 1000 }, { single: 1850 })],
    [
      'blocks shared by zones',
      twin('2018-01', '2018-04-01', { day: 500, night: 500 }, { day: 900, night: 700 }, { meter: two }),
    ],
    [
      'tariffs that differ between the months',
      twin('2021-09', '2021-12-01', { single: 1000 }, { single: 1700 }),
    ],
    [
      'a tariff that changes inside a month',
      twin('2023-05', '2023-08-01', { single: 1000 }, { single: 1777 }),
    ],
    [
      'electric heating over the beginning of its season',
      twin('2026-09', '2026-12-01', { single: 1000 }, { single: 9000 }, { tariffCode: householdHeating }),
    ],
    ['half a year', twin('2026-04', '2026-10-17', { single: 1000 }, { single: 1900 }, { months: 6 })],
  ])('%s', async (_, accountFixture) => {
    const { twins, booked } = await liveThrough([accountFixture]);
    const [pair] = twins;
    if (!pair) throw new Error('no accounts');
    expect(booked).toBe(1);
    expect(await chargedInAll(db, pair.unread)).toEqual(await chargedInAll(db, pair.read));
    expect(await entriesOf(pair.unread)).toHaveLength(1);
    expect(await entriesOf(pair.read)).toEqual([]);
  });

  test('whatever the dials show', async () => {
    const value = fc.integer({ min: 0, max: 2500 });
    const samples = fc.sample(fc.record({ day: value, night: value }), 40);
    const fixtures = samples.map(({ day, night }) =>
      twin(
        '2022-01',
        '2022-04-01',
        { day: 5000, night: 5000 },
        { day: 5000 + day, night: 5000 + night },
        { meter: two },
      ),
    );
    const { twins } = await liveThrough(fixtures);
    for (const { unread, read } of twins)
      expect(await chargedInAll(db, unread)).toEqual(await chargedInAll(db, read));
  });
});

describe('registers and meters that are read apart', () => {
  const march = billingPeriod('2018-03');

  test('a zone that is read a month later is put right then, with the blocks that both share', async () => {
    const [january, february, april] = [-2, -1, 1].map((months) => addMonths(march, months)) as [
      BillingPeriod,
      BillingPeriod,
      BillingPeriod,
    ];
    await openPeriodsUpTo(db, april, january);
    const start = { day: 500, night: 500 };
    const twoZones = { tariffCode: household, meters: [{ zoneScheme: 'two' }] } as const;
    const read = await makeAccount(db, { ...twoZones, history: [{ period: '2017-12', closing: start }] });
    // 600 kWh by day in 90 days, 400 by night in 120, shared by days: the largest remainder first, the earlier of equals.
    for (const [period, values] of [
      [january, { day: 707, night: 604 }],
      [february, { day: 894, night: 697 }],
      [march, { day: 1100, night: 800 }],
      [april, { day: 1150, night: 900 }],
    ] as const) {
      await giveReading(db, { ...read, period, effectiveDate: firstDayAfter(period), values });
    }
    const before = { period: '2017-11', closing: { day: 450, night: 440 } };
    const unread = await makeAccount(db, {
      ...twoZones,
      history: [before, { period: '2017-12', closing: start }],
    });
    for (const period of [january, february]) await fixture.close(period);
    await giveReading(db, { ...unread, period: march, effectiveDate: '2018-04-01', values: { day: 1100 } });
    expect(await book()).toMatchObject({ booked: 1 });
    await fixture.close(march);
    const values = { day: 1150, night: 900 };
    await giveReading(db, { ...unread, period: april, effectiveDate: '2018-05-01', values });
    expect(await book()).toMatchObject({ booked: 1 });
    await fixture.close(april);
    expect(await chargedInAll(db, unread)).toEqual(await chargedInAll(db, read));
    expect(await checkLedger(db)).toEqual([]);
  });

  test('a meter that was replaced: its last value puts right what was charged before', async () => {
    const [august, september, october] = ['2026-08', '2026-09', '2026-10'].map(billingPeriod) as [
      BillingPeriod,
      BillingPeriod,
      BillingPeriod,
    ];
    await openPeriodsUpTo(db, october, august);
    const account = await makeAccount(db, {
      meters: [{}],
      history: [
        { period: '2026-06', closing: { single: 900 } },
        { period: '2026-07', closing: { single: 1000 } },
      ],
    });
    await fixture.close(august);
    await fixture.close(september);
    // 71 kWh in the 71 days until the twelfth of October.
    await sql`update billing.meter set meter_state = 'removed', removed_on = '2026-10-11'`.execute(db);
    await sql`update billing.register set removed_value = 1071`.execute(db);
    await fixture.close(october);
    const { rows } = await sql`select from_date, (energy_wh / 1000)::int as kwh from billing.charge_line
      where period = '2026-10' order by line_number`.execute(db);
    expect(rows).toEqual([
      { from_date: '2026-10-01', kwh: 10 },
      { from_date: '2026-09-01', kwh: 30 - 97 },
      { from_date: '2026-08-01', kwh: 31 - 100 },
    ]);
    expect(await entriesOf(account)).toEqual([-(67n + 69n) * 432n]);
  });
});

describe('a recalculation is booked once', () => {
  const [september, october] = ['2026-09', '2026-10'].map(billingPeriod) as [BillingPeriod, BillingPeriod];

  async function estimated() {
    await openPeriodsUpTo(db, october, september);
    const account = await makeAccount(db, {
      history: [
        { period: '2026-07', closing: { single: 900 } },
        { period: '2026-08', closing: { single: 1055 } },
      ],
    });
    await fixture.close(september);
    return account;
  }

  const read = (account: AccountHandle, value: number, effectiveDate = '2026-10-11') =>
    giveReading(db, { ...account, period: october, effectiveDate, values: { single: value } });

  test('the job repeated, and the closing after it, add nothing', async () => {
    const account = await estimated();
    await read(account, 1135);
    const before = await ask(BALANCE_GET, { accountNumber: account.accountNumber });
    expect(await book()).toEqual({ through: null, booked: 1 });
    expect(await book()).toEqual({ through: null, booked: 0 });
    // 80 kWh in 40 days: 60 of them in September, for which 150 were charged.
    expect(await entriesOf(account)).toEqual([-90n * 432n]);
    const after = await ask(BALANCE_GET, { accountNumber: account.accountNumber });
    expect([before.now, after.now]).toEqual(['648.00', '259.20']);
    expect(after.afterExpectedCharge).toBe(before.afterExpectedCharge);
    await fixture.close(october);
    expect(await entriesOf(account)).toEqual([-90n * 432n]);
    expect(await recalculatedOf(account, october)).toBe(-90n * 432n);
    expect(await checkLedger(db)).toEqual([]);
  });

  test('the customer is notified, and the parts are stored', async () => {
    const account = await estimated();
    await read(account, 1135);
    await sql`truncate billing.outbox_event`.execute(db);
    await book();
    const events = await sql`select account_number, kind, payload from billing.outbox_event`.execute(db);
    expect(events.rows).toEqual([
      {
        account_number: account.accountNumber,
        kind: 'recalculation.booked',
        payload: { period: '2026-10', sum: '-388.80', from: '2026-09', to: '2026-09', kwh: -90 },
      },
    ]);
    const kept =
      await sql`select revision, amount_kopiykas as amount, lines from billing.recalculation`.execute(db);
    expect(kept.rows).toMatchObject([
      { revision: 1, amount: -38_880n, lines: [{ kind: 'recalculation', kwh: -90, sum: '-388.80' }] },
    ]);
  });

  test('a reading that was corrected changes it by another entry; one that fell leaves nothing', async () => {
    const account = await estimated();
    await read(account, 1135);
    await book();
    await sql`update billing.reading set status = 'superseded' where period = '2026-10'`.execute(db);
    await read(account, 1175);
    expect(await book()).toMatchObject({ booked: 1 });
    // 120 kWh in 40 days: 90 in September.
    expect(await entriesOf(account)).toEqual([-90n * 432n, 30n * 432n]);
    await sql`update billing.reading set status = 'rejected' where period = '2026-10' and status = 'accepted'`.execute(
      db,
    );
    expect(await book()).toMatchObject({ booked: 0 });
    await fixture.close(october);
    expect(await entriesOf(account)).toHaveLength(3);
    expect(await recalculatedOf(account, october)).toBe(0n);
    expect(await checkLedger(db)).toEqual([]);
  });

  test('a reading that may still be corrected waits', async () => {
    const account = await estimated();
    await read(account, 1135);
    expect(await book('2026-10-11T08:59:59Z')).toMatchObject({ booked: 0 });
    expect(await book('2026-10-11T09:00:00Z')).toMatchObject({ booked: 1 });
  });

  test('page after page, each account is looked at', async () => {
    await openPeriodsUpTo(db, october, september);
    const accounts: AccountHandle[] = [];
    for (let index = 0; index < 5; index++) {
      accounts.push(await makeAccount(db, { history: [{ period: '2026-08', closing: { single: 1055 } }] }));
    }
    await fixture.close(september);
    for (const account of accounts) await read(account, 1095);
    let after: string | null = '';
    const pages: number[] = [];
    while (after !== null) {
      const page: ModuleOutput<typeof RECALCULATION_BOOK> = await ask(RECALCULATION_BOOK, {
        after,
        readUntil: anyTime,
        limit: 2,
      });
      pages.push(page.booked);
      after = page.through;
    }
    expect(pages).toEqual([2, 2, 1]);
  });

  test('a closing at the same moment: one of the two books it, never both', async () => {
    const accounts: AccountHandle[] = [await estimated()];
    for (const account of accounts) await read(account, 1135);
    const [, closed] = await Promise.all([book(), fixture.close(october, { chunkSize: 1 }), book()]);
    expect(closed).toMatchObject({ kind: 'closed' });
    for (const account of accounts) expect(await entriesOf(account)).toEqual([-90n * 432n]);
    expect(await checkLedger(db)).toEqual([]);
  });

  test('while a period is being closed nothing is booked beside it', async () => {
    const account = await estimated();
    await read(account, 1135);
    await sql`update billing.period set state = 'closing' where period = ${october}`.execute(db);
    expect(await book()).toEqual({ through: null, booked: 0 });
    expect(await entriesOf(account)).toEqual([]);
  });
});
