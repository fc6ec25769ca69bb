import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { closeMonth } from '#billing/testing/close-month.ts';
import { giveReading } from '#billing/testing/give-reading.ts';
import { type AccountFixture, type AccountHandle, makeAccount } from '#billing/testing/make-account.ts';
import { setPeriodState } from '#billing/testing/make-supplier.ts';
import { getCommon } from '#contract/charges.ts';
import { consumptionHistory } from '#contract/consumption.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

let household: AccountHandle;
let token: string;

const cabinet = provideTestApp({ now: '2026-10-16T10:00:00Z', hasSupplier: true });

beforeAll(async () => {
  await setPeriodState(cabinet.billingDb, '2026-09', 'closed');
  await setPeriodState(cabinet.billingDb, '2026-10', 'open');
});

beforeEach(async () => {
  cabinet.clock.set(instantFromIso('2026-10-16T10:00:00Z'));
  household = await makeAccount(cabinet.billingDb, {
    history: [
      { period: '2025-10', closing: { single: 310 } },
      { period: '2026-09', closing: { single: 1000 } },
    ],
  });
  token = await cabinet.signIn([household.accountNumber]);
});

function calculate(more: Record<string, unknown> = {}) {
  const own = { token, account: household.accountNumber };
  return cabinet.post(getCommon, { ...own, url: '/person/calculate', ...more });
}

/** Another day: the session of before has ended. */
async function comeBackOn(moment: string): Promise<void> {
  cabinet.clock.set(instantFromIso(moment));
  token = await cabinet.signIn([household.accountNumber]);
}

const giveInOctober = (effectiveDate: string, single: number) =>
  giveReading(cabinet.billingDb, { ...household, period: '2026-10', effectiveDate, values: { single } });

/** What an account of its own is charged so far. */
async function calculateOf(fixture: AccountFixture) {
  const { accountNumber: account } = await makeAccount(cabinet.billingDb, fixture);
  return (await calculate({ token: await cabinet.signIn([account]), account })).body;
}

describe('the charge of the current period so far', () => {
  test('without a reading: the average of last year, and that it will be recalculated', async () => {
    const { body } = await calculate();
    // 310 kWh in 31 days last October, 16 days of this one.
    expect(body.data).toMatchObject({
      period: '2026-10',
      kwh: 160,
      sum: '691.20',
      basis: 'estimated',
      calculatedOn: '2026-10-16',
      note: { code: 'billing.missingActualReadings' },
      days: 16,
      closedTo: null,
      registers: [
        {
          meterSerial: household.meters[0]?.serialNumber,
          zone: 'single',
          digitCapacity: 5,
          openingValue: 1000,
          value: null,
          readAsOf: null,
          kwh: 160,
          basis: 'estimated',
          from: '2026-10-01',
          to: '2026-10-16',
        },
      ],
    });
  });

  test('what was read on another day is brought to today, and the register says so', async () => {
    await giveInOctober('2026-10-07', 1090);
    const { body } = await calculate();
    expect(body.data).toMatchObject({
      // 90 to the 7th, then ten days of ten.
      kwh: 190,
      basis: 'brought',
      note: null,
      closedTo: null,
      registers: [{ value: 1090, readAsOf: '2026-10-07', basis: 'brought', kwh: 190 }],
    });
  });

  test('two meters of a month are listed separately, and their days are counted once', async () => {
    const { data } = await calculateOf({
      meters: [
        { removedOn: '2026-10-06', removedValues: { single: 40 }, installedOn: '2026-10-01' },
        { zoneScheme: 'two', installedOn: '2026-10-06' },
      ],
    });
    expect(data).toMatchObject({ days: 16, basis: 'estimated', closedTo: null });
    const { registers } = data as { registers: { zone: string; from: string; to: string }[] };
    expect(registers.map(({ zone, from, to }) => [zone, from, to])).toEqual([
      ['single', '2026-10-01', '2026-10-05'],
      ['day', '2026-10-06', '2026-10-16'],
      ['night', '2026-10-06', '2026-10-16'],
    ]);
  });

  test.each([
    ['the operator reads', { pointState: 'takenByOperator' }, 'takenByOperator'],
    ['reads itself', { pointState: 'commercial' }, 'takenByOperator'],
    ['stands in a substation', { pointState: 'substation' }, 'substation'],
    ['may not be read for now', { inputBlocked: true }, 'inputBlocked'],
    ['needs no photo in a substation', { pointState: 'substation', inputBlocked: true }, 'substation'],
  ] as const)('a meter that %s is distinguished', async (_, fixture, closedTo) => {
    expect((await calculateOf(fixture)).data).toMatchObject({ basis: 'estimated', closedTo });
  });

  test('with a reading of today: what was counted up to it', async () => {
    await giveInOctober('2026-10-17', 1080);
    const { body } = await calculate();
    expect(body.data).toMatchObject({ kwh: 80, sum: '345.60', basis: 'actual', note: null });
  });

  test('in the first days of November October is still the current period', async () => {
    await comeBackOn('2026-11-02T08:00:00Z');
    await giveInOctober('2026-11-01', 1100);
    const { body } = await calculate();
    expect(body.data).toMatchObject({ period: '2026-10', kwh: 100, sum: '432.00', basis: 'actual' });
  });
});

describe('a calculation that is not possible says why', () => {
  test.each([
    ['contractChanges', 'billing.contractChanges'],
    ['specialGroup', 'billing.specialConditionsGroup'],
    ['callCentre', 'billing.invoiceByCallCentre'],
  ])('%s', async (condition, code) => {
    await sql`update billing.account set billing_condition = ${condition}
      where account_number = ${household.accountNumber}`.execute(cabinet.billingDb);
    expect((await calculate()).body).toMatchObject({ code, details: { period: '2026-10' } });
  });

  test('a reading under review: until when it is checked', async () => {
    const reading = { period: '2026-10', effectiveDate: '2026-10-15', values: { single: 9000 } };
    await giveReading(cabinet.billingDb, { ...household, ...reading, status: 'underReview' });
    const { body } = await calculate();
    expect(body.message).toBe(
      'Розрахунок неможливий до завершення перевірки показань (до 5 робочих днів, 22.10.2026).',
    );
  });

  test('while the period is being closed', async () => {
    await setPeriodState(cabinet.billingDb, '2026-10', 'closing');
    const { httpStatus, body } = await calculate();
    await setPeriodState(cabinet.billingDb, '2026-10', 'open');
    expect([httpStatus, body.code]).toEqual([409, 'billing.periodClosing']);
  });

  test('no meter: nothing is charged', async () => {
    expect((await calculateOf({ meters: [] })).code).toBe('billing.noCharges');
  });

  test('without an account, sent or chosen, the account is named as missing', async () => {
    for (const url of ['/person/calculate', '/person/custom_info']) {
      const { httpStatus, body } = await cabinet.post(getCommon, { token: await cabinet.signIn([]), url });
      expect([httpStatus, body.issues]).toMatchObject([400, [{ path: 'account', code: 'field.required' }]]);
    }
  });
});

describe('after October was closed', () => {
  test('it is calculated already; the history shows it beside last year, and November so far', async () => {
    await giveInOctober('2026-11-01', 1300);
    await closeMonth(cabinet.url, '2026-10');
    await comeBackOn('2026-11-10T10:00:00Z');
    for (const date of ['2026-10-20', '20.10.2026', '20.10.2026 10:00', '2026-10']) {
      const { httpStatus, body } = await calculate({ date });
      expect([date, httpStatus, body.code]).toEqual([date, 409, 'billing.alreadyCalculated']);
    }
    for (const date of ['202610', 'bad', '31.02.2026', '2026-1']) {
      const { httpStatus, body } = await calculate({ date });
      const issue = { path: 'date', code: 'field.invalid', message: formatMessage('field.invalid') };
      expect([date, httpStatus, body.issues]).toEqual([date, 400, [issue]]);
    }

    const history = await cabinet.post(consumptionHistory, { token, account: household.accountNumber });
    const months = history.body.months;
    expect(months.map(({ period }) => period)).toEqual(['2026-09', '2026-10', '2026-11']);
    const october = { zones: { single: 300 }, totalKwh: 300, sum: '1296.00', lastYearKwh: 310 };
    const november = { zones: { single: 97 }, totalKwh: 97, sum: '419.04', lastYearKwh: null };
    expect(months.slice(-2)).toEqual([
      { period: '2026-10', ...october, isEstimated: false, isCurrent: false },
      { period: '2026-11', ...november, isEstimated: true, isCurrent: true },
    ]);
  });
});
