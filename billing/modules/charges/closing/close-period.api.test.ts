import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { giveReading } from '#billing/testing/give-reading.ts';
import { queryOn } from '#billing/testing/hooks/query-on.ts';
import { type AccountFixture, makeAccount } from '#billing/testing/make-account.ts';
import { makeNationalTariffs, nationalTariffCodes } from '#billing/testing/make-national-tariffs.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { addMonths, type BillingPeriod, billingPeriod, firstDayAfter } from '#domain/time/billing-period.ts';
import { openPeriodsUpTo } from '../period-store.ts';
import { type ClosingFixture, startClosingFixture } from '../testing/closing-fixture.ts';

let fixture: ClosingFixture;
const query = queryOn(() => fixture.db);

beforeAll(async () => {
  fixture = await startClosingFixture();
  await makeSupplier(fixture.db);
  await makeNationalTariffs(fixture.db);
});

afterAll(() => fixture.end());

async function billOf(accountNumber: string, period: BillingPeriod) {
  const rows = await query<{ bill: string }>`
    select concat_ws(' ', energy_wh / 1000, charged_kopiykas, recalculated_kopiykas, closing_kopiykas,
      case when is_estimated then 'estimated' else 'read' end) as bill
    from billing.bill where account_number = ${accountNumber} and period = ${period}`;
  return rows[0]?.bill;
}

async function consumptionOf(accountNumber: string, period: BillingPeriod) {
  const rows = await query<{ row: string }>`
    select concat_ws(' ', zone, opening_value, closing_value, energy_wh / 1000, basis, overestimated_wh / 1000) as row
    from billing.consumption where account_number = ${accountNumber} and period = ${period}
    order by from_date, meter_id, zone`;
  return rows.map(({ row }) => row);
}

/** An account that showed `before` on the 1st of the period, and shows `after` at its end. */
async function accountWith(
  period: BillingPeriod,
  before: Record<string, number>,
  after: Record<string, number>,
  accountFixture: AccountFixture = {},
) {
  const account = await makeAccount(fixture.db, {
    ...accountFixture,
    history: [{ period: addMonths(period, -1), closing: before }],
  });
  await giveReading(fixture.db, { ...account, period, effectiveDate: firstDayAfter(period), values: after });
  return account;
}

describe('the worked months of the domain facts', () => {
  const { household, householdHeating } = nationalTariffCodes;
  const twoZones = { zoneScheme: 'two' } as const;
  const threeZones = { zoneScheme: 'three' } as const;

  test.each([
    [
      'two zones',
      '2026-10',
      household,
      twoZones,
      { day: 12345, night: 4100 },
      { day: 12425, night: 4140 },
      '120 43200',
    ],
    [
      'electric heating in January',
      '2026-01',
      householdHeating,
      {},
      { single: 100 },
      { single: 2450 },
      '2350 679200',
    ],
    ['250 kWh before the cliff', '2022-03', household, {}, { single: 0 }, { single: 250 }, '250 36000'],
    ['251 kWh over the cliff', '2022-03', household, {}, { single: 0 }, { single: 251 }, '251 42168'],
    ['marginal blocks', '2018-03', household, {}, { single: 0 }, { single: 250 }, '250 34200'],
    [
      'three zones',
      '2026-10',
      household,
      threeZones,
      { peak: 0, halfPeak: 0, night: 0 },
      { peak: 20, halfPeak: 50, night: 30 },
      '100 39744',
    ],
  ] as const)('%s', async (_, month, tariffCode, meter, before, after, expected) => {
    await fixture.clear();
    const period = billingPeriod(month);
    const { accountNumber } = await accountWith(period, before, after, { tariffCode, meters: [meter] });
    expect(await fixture.close(period)).toMatchObject({ kind: 'closed', billCount: 1 });
    expect(await billOf(accountNumber, period)).toMatch(`${expected} 0 `);
  });
});

describe('a month of a customer', () => {
  const period = billingPeriod('2026-10');

  test('an opening debt of 0.50 and a month of 432.00 make 432.50 to pay', async () => {
    await fixture.clear();
    const [before, after] = [
      { day: 12345, night: 4100 },
      { day: 12425, night: 4140 },
    ];
    const { accountNumber } = await accountWith(period, before, after, { meters: [{ zoneScheme: 'two' }] });
    await query`insert into billing.ledger_entry (account_number, period, entry_id, kind, debit_account, credit_account,
        amount_kopiykas, posted_at)
      values (${accountNumber}, '2026-09', gen_random_uuid(), 'opening', 'receivable', 'opening', 50, now()),
        (${accountNumber}, '2026-10', gen_random_uuid(), 'payment', 'inTransit', 'receivable', 10000, now()),
        (${accountNumber}, '2026-11', gen_random_uuid(), 'payment', 'inTransit', 'receivable', 7700, now())`;
    await fixture.close(period);
    const rows =
      await query`select bill_number, issued_on, due_on, opening_kopiykas, charged_kopiykas, paid_kopiykas,
      closing_kopiykas from billing.bill`;
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
      await query`select account_number, kind, payload ->> 'toPay' as sum from billing.outbox_event`;
    expect(events).toEqual([{ account_number: accountNumber, kind: 'bill.issued', sum: '332.50' }]);
  });

  test('a meter that was replaced: the sum of both', async () => {
    await fixture.clear();
    const account = await makeAccount(fixture.db, {
      meters: [
        { meterState: 'removed', removedOn: '2026-10-12', removedValues: { single: 1040 } },
        { installedOn: '2026-10-12', installedValues: { single: 7 } },
      ],
      history: [{ period: '2026-09', closing: { single: 1000 } }],
    });
    const newMeter = account.meters[1]?.meterId ?? '';
    const reading = { meterId: newMeter, period, effectiveDate: '2026-11-01', values: { single: 67 } };
    await giveReading(fixture.db, { ...account, ...reading });
    await fixture.close(period);
    expect(await consumptionOf(account.accountNumber, period)).toEqual([
      'single 1000 1040 40 actual 0',
      'single 7 67 60 actual 0',
    ]);
    expect(await billOf(account.accountNumber, period)).toBe('100 43200 0 43200 read');
  });

  test('a register that went through zero', async () => {
    await fixture.clear();
    const { accountNumber } = await accountWith(period, { single: 99_960 }, { single: 40 });
    await fixture.close(period);
    expect(await consumptionOf(accountNumber, period)).toEqual(['single 99960 40 80 actual 0']);
  });

  test('a reading in the middle of the month is brought to the 1st by last year', async () => {
    await fixture.clear();
    const account = await makeAccount(fixture.db, {
      history: [
        { period: '2025-09', closing: { single: 100 } },
        { period: '2025-10', closing: { single: 410 } },
        { period: '2026-09', closing: { single: 1000 } },
      ],
    });
    const values = { single: 1050 };
    await giveReading(fixture.db, { ...account, period, effectiveDate: '2026-10-21', values });
    await fixture.close(period);
    expect(await consumptionOf(account.accountNumber, period)).toEqual(['single 1000 1160 160 brought 0']);
  });

  test('without last year: by the last two actual readings; without those: by the norm of the contracted power', async () => {
    await fixture.clear();
    const known = await makeAccount(fixture.db, {
      history: [
        { period: '2026-08', closing: { single: 900 } },
        { period: '2026-09', closing: { single: 1020 } },
      ],
    });
    const meters = [{ installedOn: '2026-10-01' }];
    const unknown = await makeAccount(fixture.db, { contractedPowerWatts: 4000, meters });
    await fixture.close(period);
    // 120 kWh over the 30 days of September, over the 31 days of October.
    expect(await consumptionOf(known.accountNumber, period)).toEqual(['single 1020 1144 124 estimated 0']);
    expect(await consumptionOf(unknown.accountNumber, period)).toEqual(['single 0 124 124 estimated 0']);
    expect(await billOf(unknown.accountNumber, period)).toBe('124 53568 0 53568 estimated');
  });

  test('of a day that was read for two months the later value makes the average', async () => {
    await fixture.clear();
    const september = billingPeriod('2026-09');
    const account = await makeAccount(fixture.db, {
      history: [
        { period: '2026-07', closing: { single: 500 } },
        { period: '2026-08', closing: { single: 900 } },
      ],
    });
    const given = { ...account, period: september };
    await giveReading(fixture.db, { ...given, effectiveDate: '2026-09-01', values: { single: 930 } });
    await giveReading(fixture.db, { ...given, effectiveDate: '2026-10-01', values: { single: 1020 } });
    await openPeriodsUpTo(fixture.db, september);
    await fixture.close(september);
    await fixture.close(period);
    // 90 kWh over the 30 days of September, over the 31 days of October.
    expect(await consumptionOf(account.accountNumber, period)).toEqual(['single 1020 1113 93 estimated 0']);
  });

  test('an estimate that was too high is put right by the days, at the price of its month', async () => {
    await fixture.clear();
    const september = billingPeriod('2026-09');
    const account = await makeAccount(fixture.db, {
      history: [
        { period: '2026-07', closing: { single: 900 } },
        { period: '2026-08', closing: { single: 1055 } },
      ],
    });
    await openPeriodsUpTo(fixture.db, september);
    await fixture.close(september);
    const consumed = await consumptionOf(account.accountNumber, september);
    expect(consumed).toEqual(['single 1055 1205 150 estimated 0']);
    const values = { single: 1175 };
    await giveReading(fixture.db, { ...account, period, effectiveDate: '2026-11-01', values });
    await fixture.close(period);
    expect(await consumptionOf(account.accountNumber, period)).toEqual(['single 1205 1175 61 actual 91']);
    // 120 kWh in 61 days: 59 of them in the 30 days of September, for which 150 were charged.
    expect(await billOf(account.accountNumber, period)).toBe('61 26352 -39312 51840 read');
    const rows = await query`select kind, from_date, energy_wh, amount_kopiykas from billing.charge_line
      where period = ${period} and kind = 'recalculation'`;
    const moved = { energy_wh: -91000n, amount_kopiykas: -39312n };
    expect(rows).toEqual([{ kind: 'recalculation', from_date: '2026-09-01', ...moved }]);
  });

  test('a contract that ended before the month is not charged; a reading under review does not count yet', async () => {
    await fixture.clear();
    const ended = await makeAccount(fixture.db, { contractEndedOn: '2026-09-30' });
    const history = [{ period: '2025-10', closing: { single: 31 } }];
    const reviewed = await makeAccount(fixture.db, { history });
    const pending = { effectiveDate: '2026-11-01', values: { single: 5000 }, status: 'underReview' } as const;
    await giveReading(fixture.db, { ...reviewed, period, ...pending });
    await fixture.close(period);
    expect(await billOf(ended.accountNumber, period)).toBeUndefined();
    expect(await billOf(reviewed.accountNumber, period)).toMatch('31 ');
  });
});
