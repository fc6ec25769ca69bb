import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RECALCULATION_BOOK } from '#billing/api/charges.ts';
import { createBilling } from '#billing/billing.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { giveReading } from '#billing/testing/give-reading.ts';
import { queryOn } from '#billing/testing/hooks/query-on.ts';
import { type AccountFixture, type AccountHandle, makeAccount } from '#billing/testing/make-account.ts';
import { insertMeter, type MeterFixture } from '#billing/testing/make-meter.ts';
import { makeNationalTariffs, nationalTariffCodes } from '#billing/testing/make-national-tariffs.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { addMonths, billingPeriod, firstDayAfter } from '#domain/time/billing-period.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { addDays, localDate } from '#domain/time/local-date.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { newId } from '#platform/uuid.ts';
import { openPeriodsUpTo } from './period-store.ts';
import { requestRecalculations } from './recalculations.ts';
import { type ClosingFixture, startClosingFixture } from './testing/closing-fixture.ts';

let fixture: ClosingFixture;
let db: BillingDatabase;
const query = queryOn(() => db);
const clock = fixedClock(instantFromIso('2026-06-15T10:00:00Z'));
const { household, householdHeating } = nationalTariffCodes;

beforeAll(async () => {
  fixture = await startClosingFixture();
  db = fixture.db as BillingDatabase;
  await makeSupplier(db);
  await makeNationalTariffs(db);
});

afterAll(() => fixture.end());
beforeEach(() => fixture.clear());

/** An account with 100 kWh in the month before `first`, which is open. */
async function makeRead(first: string, accountFixture: AccountFixture = {}) {
  await openPeriodsUpTo(db, billingPeriod(first), billingPeriod(first));
  const [before, last] = [-2, -1].map((months) => addMonths(billingPeriod(first), months));
  const history = [
    { period: before as string, closing: { single: 900 } },
    { period: last as string, closing: { single: 1000 } },
  ];
  return makeAccount(db, { tariffCode: household, contractedPowerWatts: 15_000, history, ...accountFixture });
}

async function close(...months: string[]) {
  for (const month of months)
    expect(await fixture.close(billingPeriod(month))).toMatchObject({ kind: 'closed' });
}

const read = (account: AccountHandle, month: string, value: number, day?: string) =>
  giveReading(db, {
    ...account,
    period: month,
    effectiveDate: day ?? firstDayAfter(billingPeriod(month)),
    values: { single: value },
  });

async function request({ accountNumber }: AccountHandle, fromPeriod: string) {
  const asked = { fromPeriod: billingPeriod(fromPeriod), cause: 'masterDataChange' } as const;
  const made = { accountNumber, requestId: newId(), requestedAt: clock.now() };
  await requestRecalculations(db, [{ ...made, ...asked }]);
}

async function book() {
  const input = { after: '', readUntil: '2026-06-14T10:00:00Z', limit: 100 };
  const context = { reference: '1', actor: 'test' };
  const result = await createBilling({ db, clock }).run(RECALCULATION_BOOK.name, input, context);
  if (!result.ok) throw new Error(result.code);
  return RECALCULATION_BOOK.output.parse(result.data).booked;
}

async function linesOf({ accountNumber }: AccountHandle, period: string) {
  const rows = await query<{ line: string }>`
    select concat_ws(' ', kind, from_date, to_date, zone, energy_wh / 1000, amount_kopiykas) as line
    from billing.charge_line where account_number = ${accountNumber} and period = ${period} order by line_number`;
  return rows.map(({ line }) => line);
}

const isRecalculation = (line: string) => line.startsWith('recalculation');

async function measuredIn({ accountNumber }: AccountHandle, period: string) {
  const rows = await query<{ summary: string }>`
    select concat_ws(' ', c.zone, c.basis, c.opening_value, c.closing_value, c.energy_wh / 1000) as summary
    from billing.consumption c join billing.meter m using (account_number, meter_id)
    where account_number = ${accountNumber} and period = ${period} order by m.installed_on, c.zone`;
  return rows.map(({ summary }) => summary);
}

async function chargedOf({ accountNumber }: AccountHandle, period: string) {
  const rows = await query<{ charged: bigint }>`select charged_kopiykas as charged from billing.bill
    where account_number = ${accountNumber} and period = ${period}`;
  return rows[0]?.charged;
}

async function openRequests() {
  const rows = await query<{ period: string | null }>`
    select booked_period as period from billing.recalculation_request`;
  return rows.map(({ period }) => period);
}

/** The meter of the account is taken away on a day. */
async function remove({ accountNumber, meterId }: AccountHandle, day: string, value: number) {
  await query`update billing.meter set meter_state = 'removed', removed_on = ${day}
    where account_number = ${accountNumber} and meter_id = ${meterId}`;
  await query`update billing.register set removed_value = ${value}
    where account_number = ${accountNumber} and meter_id = ${meterId}`;
}

const install = (account: AccountHandle, meter: MeterFixture) =>
  insertMeter(db, { accountNumber: account.accountNumber, eicCode: account.eicCode, meter });

describe('a reading of a closed month that comes late', () => {
  test('is used at once: the months after it begin there, and nothing is shared over it', async () => {
    const account = await makeRead('2026-02');
    await close('2026-02', '2026-03');
    // Estimated with 100 kWh in 31 days: 90 in February, 100 in March.
    expect(await measuredIn(account, '2026-03')).toEqual(['single estimated 1090 1190 100']);
    await read(account, '2026-02', 1300);
    await request(account, '2026-02');
    expect(await book()).toBe(1);
    expect(await book()).toBe(0);
    await close('2026-04');
    // February counted 300 in 28 days, so that March and April are estimated by that.
    expect(await linesOf(account, '2026-04')).toEqual([
      'energy 2026-04-01 2026-04-30 single 321 138672',
      `recalculation 2026-03-01 2026-03-31 single 232 ${232 * 432}`,
      `recalculation 2026-02-01 2026-02-28 single 210 ${210 * 432}`,
    ]);
    expect(await measuredIn(account, '2026-04')).toEqual(['single estimated 1190 1953 321']);
    expect(await openRequests()).toEqual(['2026-04']);
    await read(account, '2026-05', 2000);
    await close('2026-05');
    const rows = await query`select (sum(energy_wh) / 1000)::int as kwh from billing.charge_line`;
    expect(rows).toEqual([{ kwh: 1000 }]);
    expect(await checkLedger(db)).toEqual([]);
  });

  test('puts a month that was brought in without lines right once, and the next one adds its own change alone', async () => {
    const account = await makeRead('2026-02');
    const january = '2026-01-01 2026-01-31';
    const recalculated = async (month: string) =>
      (await linesOf(account, month)).filter((line) => line.startsWith('recalculation 2026-01'));
    // January was brought in with 100 kWh.
    await query`delete from billing.reading where account_number = ${account.accountNumber} and period = '2026-01'`;
    await read(account, '2026-01', 1019);
    await request(account, '2026-01');
    await close('2026-02');
    expect(await recalculated('2026-02')).toEqual([`recalculation ${january} single 19 ${19 * 432}`]);
    await query`update billing.reading set value = 1024 where account_number = ${account.accountNumber} and period = '2026-01'`;
    await request(account, '2026-01');
    await close('2026-03');
    expect(await recalculated('2026-03')).toEqual([`recalculation ${january} single 5 ${5 * 432}`]);
    await request(account, '2026-01');
    await close('2026-04');
    expect(await recalculated('2026-04')).toEqual([]);
    expect(await checkLedger(db)).toEqual([]);
  });

  test('is booked by the closing when no job came before it, and by the next one when it came meanwhile', async () => {
    const account = await makeRead('2026-02');
    await close('2026-02');
    await read(account, '2026-02', 1050);
    await request(account, '2026-02');
    await close('2026-03');
    const line = `recalculation 2026-02-01 2026-02-28 single -40 ${-40 * 432}`;
    expect(await linesOf(account, '2026-03')).toContain(line);
    expect(await openRequests()).toEqual(['2026-03']);
    expect(await book()).toBe(0);
    await close('2026-04');
    expect((await linesOf(account, '2026-04')).filter(isRecalculation)).toEqual([]);
    expect(await checkLedger(db)).toEqual([]);
  });

  test('as of the 1st that a closed month ended with replaces its value there', async () => {
    const account = await makeRead('2026-02');
    await read(account, '2026-02', 1180);
    await close('2026-02');
    // Given again when February was closed: it showed 1080.
    await read(account, '2026-03', 1080, '2026-03-01');
    await read(account, '2026-03', 1200);
    await close('2026-03');
    expect(await linesOf(account, '2026-03')).toEqual([
      `energy 2026-03-01 2026-03-31 single 120 ${120 * 432}`,
      `recalculation 2026-02-01 2026-02-28 single -100 ${-100 * 432}`,
    ]);
    expect(await checkLedger(db)).toEqual([]);
  });

  test('that is stored twice asks twice and changes nothing more', async () => {
    const account = await makeRead('2026-02');
    await close('2026-02');
    await read(account, '2026-02', 1050);
    await request(account, '2026-02');
    expect(await book()).toBe(1);
    await request(account, '2026-02');
    expect(await book()).toBe(0);
    await close('2026-03');
    expect(await openRequests()).toEqual(['2026-03', '2026-03']);
    expect(await checkLedger(db)).toEqual([]);
  });
});

describe('master data that changed in a closed month', () => {
  test('a meter that was removed more than a quarter ago is settled by its last value', async () => {
    const account = await makeRead('2026-01');
    await close('2026-01', '2026-02', '2026-03', '2026-04', '2026-05');
    await remove(account, '2026-01-16', 1030);
    await install(account, { installedOn: '2026-01-16', installedValues: { single: 5 } });
    await request(account, '2026-01');
    expect(await book()).toBe(1);
    await close('2026-06');
    const rows = await query`
      select to_char(from_date, 'YYYY-MM') as month, (sum(energy_wh) / 1000)::int as kwh from billing.charge_line
      group by 1 order by 1`;
    // 30 kWh in 15 days of January, and the rest by the point's own last average: two a day.
    expect(rows).toEqual([
      { month: '2026-01', kwh: 30 + 32 },
      { month: '2026-02', kwh: 56 },
      { month: '2026-03', kwh: 62 },
      { month: '2026-04', kwh: 60 },
      { month: '2026-05', kwh: 62 },
      { month: '2026-06', kwh: 60 },
    ]);
    expect(await measuredIn(account, '2026-06')).toEqual(['single estimated 277 337 60']);
    expect(await checkLedger(db)).toEqual([]);
  });

  test('a contract that ended in one has its final bill, and nothing after it', async () => {
    const account = await makeRead('2026-02');
    await close('2026-02', '2026-03', '2026-04');
    await query`update billing.account set contract_ended_on = '2026-02-14'`;
    await request(account, '2026-02');
    await close('2026-05');
    expect(await chargedOf(account, '2026-05')).toBe(0n);
    const rows = await query`select sum(amount_kopiykas)::int as sum, (sum(energy_wh) / 1000)::int as kwh
      from billing.charge_line`;
    // 100 kWh in 31 days: 45 in 14.
    expect(rows).toEqual([{ sum: 45 * 432, kwh: 45 }]);
    const line = 'recalculation 2026-02-01 2026-02-14 single 45 19440';
    expect(await linesOf(account, '2026-05')).toContain(line);
    await close('2026-06');
    expect(await chargedOf(account, '2026-06')).toBeUndefined();
    expect(await checkLedger(db)).toEqual([]);
  });

  test('a final bill that the job booked before is still made', async () => {
    const account = await makeRead('2026-02');
    await close('2026-02');
    await query`update billing.account set contract_ended_on = '2026-02-14'`;
    await request(account, '2026-02');
    expect(await book()).toBe(1);
    await close('2026-03');
    expect(await linesOf(account, '2026-03')).toHaveLength(2);
    expect(await checkLedger(db)).toEqual([]);
  });

  test('another tariff recalculates the months since then', async () => {
    const account = await makeRead('2026-01');
    await close('2026-01', '2026-02');
    await query`insert into billing.account_tariff (account_number, valid_from, tariff_code) values
      (${account.accountNumber}, '1950-01-01', ${household}), (${account.accountNumber}, '2026-02-01', ${householdHeating})`;
    await query`update billing.account set tariff_code = ${householdHeating}`;
    await request(account, '2026-02');
    await close('2026-03');
    expect((await linesOf(account, '2026-03')).slice(1)).toEqual([
      'recalculation 2026-02-01 2026-02-28 single -90 -38880',
      'recalculation 2026-02-01 2026-02-28 single 90 23760',
    ]);
    expect(await checkLedger(db)).toEqual([]);
  });

  test('a point that was switched off and on counts by average on its days alone, known in time or late', async () => {
    const intime = await makeRead('2026-02');
    const late = await makeRead('2026-02');
    const switchOff = (point: AccountHandle) =>
      query`insert into billing.metering_point_version (account_number, eic_code, valid_from, point_state, contracted_power_watts)
        values (${point.accountNumber}, ${point.eicCode}, '1950-01-01', 'active', 15000),
          (${point.accountNumber}, ${point.eicCode}, '2026-02-15', 'disabled', null),
          (${point.accountNumber}, ${point.eicCode}, '2026-04-16', 'active', null)`;
    await switchOff(intime);
    await close('2026-02', '2026-03');
    await switchOff(late);
    await request(late, '2026-02');
    await close('2026-04');
    const monthsOf = async ({ accountNumber }: AccountHandle) => {
      const rows = await query<{ summary: string }>`
        select to_char(from_date, 'MM') || ' ' || sum(energy_wh) / 1000 as summary from billing.charge_line
        where account_number = ${accountNumber} group by to_char(from_date, 'MM') having sum(energy_wh) <> 0 order by 1`;
      return rows.map(({ summary }) => Number.parseFloat(summary.slice(3)));
    };
    // 100 kWh in 31 days: 45 in 14 days of February, 48 in 15 of April.
    expect(await monthsOf(intime)).toEqual([45, 48]);
    expect(await monthsOf(late)).toEqual([45, 48]);
    expect(await measuredIn(intime, '2026-03')).toEqual(['single estimated 1045 1045 0']);
  });

  test('months in which the account was not measured are not recalculated', async () => {
    await openPeriodsUpTo(db, billingPeriod('2026-02'), billingPeriod('2026-02'));
    const account = await makeAccount(db, { tariffCode: household });
    await request(account, '2026-01');
    await close('2026-02');
    expect((await linesOf(account, '2026-02')).filter(isRecalculation)).toEqual([]);
    expect(await openRequests()).toEqual(['2026-02']);
  });
});

describe('averages', () => {
  test('of last year count what was consumed in the end', async () => {
    const account = await makeRead('2025-02', {
      history: [
        { period: '2024-12', closing: { single: 900 } },
        { period: '2025-01', closing: { single: 8000 } },
      ],
    });
    await close('2025-02');
    await read(account, '2025-03', 8059);
    await close('2025-03');
    for (let month = billingPeriod('2025-04'); month < '2026-02'; month = addMonths(month, 1))
      await close(month);
    await close('2026-02');
    // 59 kWh in the 59 days of February and March 2025.
    expect((await measuredIn(account, '2026-02')).join()).toMatch(/ 28$/);
  });

  test('after a replacement are made of what the point counted before', async () => {
    const account = await makeRead('2026-03');
    await remove(account, '2026-03-11', 1100);
    await install(account, { installedOn: '2026-03-11' });
    await close('2026-03');
    // 100 kWh in the ten days until the removal.
    const measured = await measuredIn(account, '2026-03');
    expect(measured).toEqual(['single actual 1000 1100 100', 'single estimated 0 210 210']);
  });

  test('of a meter with other zones share what the one before it counted by the hours of the zones', async () => {
    const account = await makeRead('2026-03');
    await remove(account, '2026-03-11', 1120);
    await install(account, { installedOn: '2026-03-11', zoneScheme: 'two' });
    await close('2026-03');
    const measured = (await measuredIn(account, '2026-03')).join('; ');
    expect(measured).toBe('single actual 1000 1120 120; day estimated 0 168 168; night estimated 0 84 84');
  });

  test('of a zone that was not read are its own', async () => {
    const account = await makeRead('2026-03', {
      meters: [{ zoneScheme: 'two' }],
      history: [
        { period: '2026-01', closing: { day: 500, night: 500 } },
        { period: '2026-02', closing: { day: 780, night: 528 } },
      ],
    });
    const reading = { ...account, period: '2026-03', effectiveDate: '2026-04-01', values: { day: 1090 } };
    await giveReading(db, reading);
    await close('2026-03');
    const measured = await measuredIn(account, '2026-03');
    expect(measured).toEqual(['day actual 780 1090 310', 'night estimated 528 559 31']);
  });
});

describe('in the month of a change', () => {
  test('a limit is granted once for two meters of other zones', async () => {
    const account = await makeRead('2026-01', { tariffCode: householdHeating });
    await remove(account, '2026-01-16', 2500);
    const { meterId } = await install(account, { installedOn: '2026-01-16', zoneScheme: 'two' });
    const { accountNumber } = account;
    const values = { day: 800, night: 700 };
    await giveReading(db, { accountNumber, meterId, period: '2026-01', effectiveDate: '2026-02-01', values });
    await close('2026-01');
    expect(await chargedOf(account, '2026-01')).toBe(848_028n);
  });

  test('also where the replacement is known late', async () => {
    const account = await makeRead('2026-01', { tariffCode: householdHeating });
    await read(account, '2026-01', 4000);
    await close('2026-01');
    await query`update billing.reading set status = 'superseded' where period = '2026-01'`;
    await remove(account, '2026-01-16', 2500);
    const { meterId } = await install(account, { installedOn: '2026-01-16', zoneScheme: 'two' });
    const { accountNumber } = account;
    const values = { day: 800, night: 700 };
    for (const period of ['2026-01', '2026-02']) {
      const effectiveDate = firstDayAfter(billingPeriod(period));
      await giveReading(db, { accountNumber, meterId, period, effectiveDate, values });
    }
    await request(account, '2026-01');
    await close('2026-02');
    const rows = await query`select sum(amount_kopiykas)::int as sum from billing.charge_line`;
    expect(rows).toEqual([{ sum: 848_028 }]);
  });

  const changed = billingPeriod('2024-01');

  /** A flat price that is 2.64 until the 15th of January 2024 and 4.32 from the 16th on. */
  async function makeChangingTariff() {
    const flat = (price: string) => JSON.stringify({ rule: { kind: 'flat', price }, coefficients: {} });
    await query`insert into billing.tariff (tariff_code, title) values ('changing', 'changing') on conflict do nothing`;
    await query`insert into billing.tariff_version (tariff_code, valid_from, valid_to, definition, act) values
      ('changing', '2000-01-01', '2024-01-15', ${flat('2.64')}::jsonb, 'test'),
      ('changing', '2024-01-16', null, ${flat('4.32')}::jsonb, 'test') on conflict do nothing`;
  }

  test('a price that changed before the account was opened is not its price', async () => {
    await makeChangingTariff();
    await openPeriodsUpTo(db, changed, changed);
    const meters = [{ installedOn: '2024-01-20' }];
    const account = await makeAccount(db, { tariffCode: 'changing', meters });
    await query`update billing.account set opened_on = '2024-01-20'`;
    await read(account, changed, 310);
    await close(changed);
    expect(await linesOf(account, changed)).toEqual(['energy 2024-01-20 2024-01-31 single 310 133920']);
  });

  test.each([
    [
      'begins before',
      '2024-01-10',
      null,
      220,
      ['2024-01-10 2024-01-15 single 60 15840', '2024-01-16 2024-01-31 single 160 69120'],
    ],
    [
      'ends after',
      '2024-01-01',
      '2024-01-20',
      200,
      ['2024-01-01 2024-01-15 single 150 39600', '2024-01-16 2024-01-20 single 50 21600'],
    ],
    ['ends before', '2024-01-01', '2024-01-10', 100, ['2024-01-01 2024-01-10 single 100 26400']],
    [
      'begins before and ends after',
      '2024-01-10',
      '2024-01-20',
      110,
      ['2024-01-10 2024-01-15 single 60 15840', '2024-01-16 2024-01-20 single 50 21600'],
    ],
  ] as const)(
    'a contract that %s a change of price has lines of its own days only',
    async (_, from, to, kwh, lines) => {
      await makeChangingTariff();
      await openPeriodsUpTo(db, changed, changed);
      const account = await makeAccount(db, { tariffCode: 'changing', meters: [{ installedOn: from }] });
      await query`update billing.account set opened_on = ${from}, contract_ended_on = ${to}`;
      await read(account, changed, kwh, to === null ? '2024-02-01' : addDays(localDate(to), 1));
      await close(changed);
      expect(await linesOf(account, changed)).toEqual(lines.map((line) => `energy ${line}`));
    },
  );

  test('the value of a removal says what lay before the change of price', async () => {
    await makeChangingTariff();
    const account = await makeRead(changed, { tariffCode: 'changing' });
    // The worked number: 808.80, and 1052.40 when both meters together were shared by days.
    await remove(account, '2024-01-16', 1290);
    const { meterId } = await install(account, { installedOn: '2024-01-16' });
    const { accountNumber } = account;
    const values = { single: 10 };
    await giveReading(db, { accountNumber, meterId, period: changed, effectiveDate: '2024-02-01', values });
    await close(changed);
    expect(await linesOf(account, changed)).toEqual([
      'energy 2024-01-01 2024-01-15 single 290 76560',
      'energy 2024-01-16 2024-01-31 single 10 4320',
    ]);
  });

  test('so does a reading of the day of the change', async () => {
    await makeChangingTariff();
    const account = await makeRead(changed, { tariffCode: 'changing' });
    await read(account, changed, 1220, '2024-01-16');
    await read(account, changed, 1275);
    await close(changed);
    expect(await linesOf(account, changed)).toEqual([
      'energy 2024-01-01 2024-01-15 single 220 58080',
      'energy 2024-01-16 2024-01-31 single 55 23760',
    ]);
  });
});
