import { afterAll, beforeAll, expect, test } from 'vitest';
import { BALANCE_GET, DUE_LIST } from '#billing/api/balance.ts';
import { BILL_GET, BILL_LIST } from '#billing/api/bills.ts';
import { METER_LIST, READING_ASK_LIST, READING_PREVIEW, READING_SUBMIT } from '#billing/api/readings.ts';
import { startTestBilling, type TestBilling } from '#billing/testing/start-test-billing.ts';
import {
  compareMoney,
  moneyFromWire,
  moneyToWire,
  subtractMoney,
  sumMoney,
  zeroMoney,
} from '#domain/money.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { localDate } from '#domain/time/local-date.ts';
import { newId } from '#platform/uuid.ts';
import { createSampleDatabase } from './testing/sample-database.ts';

let billing: TestBilling;

beforeAll(async () => {
  billing = await startTestBilling('2026-11-22T10:00:00Z', await createSampleDatabase('2026-11-22'));
});

afterAll(async () => {
  await billing.close();
});

/** The bill without further readings, and the debt expected on the home page. */
async function expectations(accountNumber: string, meterId: string) {
  const [{ withoutReading }, { afterExpectedCharge }] = await Promise.all([
    billing.ask(READING_PREVIEW, { accountNumber, meterId, values: {} }),
    billing.ask(BALANCE_GET, { accountNumber }),
  ]);
  const expected = moneyFromWire(afterExpectedCharge);
  return {
    bill: withoutReading?.bill?.toPay,
    home: moneyToWire(compareMoney(expected, zeroMoney) > 0 ? expected : zeroMoney),
  };
}

async function meterOf(accountNumber: string) {
  const [meter] = (await billing.ask(METER_LIST, { accountNumber })).meters;
  if (meter === undefined) throw new Error(`${accountNumber} has no meter`);
  return meter;
}

/** Sample accounts with a sign-in, including the special cases; the others are like them. */
async function personAccounts(): Promise<readonly string[]> {
  const rows = await billing.db
    .selectFrom('billing.account as a')
    .innerJoin('billing.customer as c', 'c.customer_id', 'a.customer_id')
    .select('a.account_number as accountNumber')
    .where('c.customer_type', '=', 'person')
    .where('a.account_number', '>=', '2390001111')
    .where('a.account_number', '<', '2390002100')
    .orderBy('a.account_number')
    .execute();
  return rows.map(({ accountNumber }) => accountNumber);
}

test('balance, due list and last bill of every account have the same sum', async () => {
  const accountNumbers = await personAccounts();
  expect(accountNumbers.length).toBeGreaterThan(37);
  const { accounts } = await billing.ask(DUE_LIST, { accountNumbers: [...accountNumbers] });
  const states = new Set<string>();
  for (const { accountNumber, energy, overpaid, acts } of accounts) {
    const balance = await billing.ask(BALANCE_GET, { accountNumber });
    const now = subtractMoney(moneyFromWire(energy), moneyFromWire(overpaid));
    expect([accountNumber, balance.now]).toEqual([accountNumber, moneyToWire(now)]);
    const owed = sumMoney(balance.unpaidActs.map((act) => moneyFromWire(act.sum)));
    expect([accountNumber, acts]).toEqual([accountNumber, moneyToWire(owed)]);
    const [last] = (await billing.ask(BILL_LIST, { accountNumber })).bills;
    if (last !== undefined) {
      const { due } = (await billing.ask(BILL_GET, { accountNumber, period: last.period })).bill;
      expect([accountNumber, due?.sum]).toEqual([accountNumber, energy]);
      expect([accountNumber, due?.acts.map((act) => act.owed)]).toEqual([
        accountNumber,
        balance.unpaidActs.map((act) => act.sum),
      ]);
    }
    states.add([energy, overpaid, acts].map((sum) => Number(sum) > 0).join());
  }
  // Debts, overpayments, acts and zero balances occur.
  expect(states.size).toBeGreaterThan(3);
});

test.each([
  ['before the window', 20],
  ['in the window', 30],
] as const)('%s the lamp leads to no shut field, and stays dark over none that is wanted', async (_, day) => {
  const clock = billing.clock.now();
  billing.clock.set(kyivInstant(localDate(`2026-11-${day}`), 12, 0));
  const accountNumbers = await personAccounts();
  const { accounts } = await billing.ask(READING_ASK_LIST, { accountNumbers: [...accountNumbers] });
  expect(accounts.map(({ accountNumber }) => accountNumber)).toEqual(accountNumbers);
  for (const { accountNumber, ask } of accounts) {
    const { meters, window } = await billing.ask(METER_LIST, { accountNumber });
    const closed = await Promise.all(
      meters.map(async ({ meterId, registers }) => {
        const values = Object.fromEntries(
          registers.map(({ zone, previousValue }) => [zone, `${previousValue + 1}`]),
        );
        const { outcome } = await billing.ask(READING_PREVIEW, { accountNumber, meterId, values });
        return outcome.kind === 'blocked';
      }),
    );
    const wanted = meters.some(
      ({ registers }, index) =>
        !closed[index] &&
        registers.some(({ currentDate }) => currentDate === null || currentDate < window.effectiveDate),
    );
    expect([accountNumber, ask === 'give']).toEqual([accountNumber, window.isOpen && wanted]);
    // All fields are disabled when a photo replaces the reading.
    if (ask === 'sendPhoto' || ask === 'closed') {
      expect([accountNumber, closed.every(Boolean)]).toEqual([accountNumber, true]);
    }
  }
  const kinds = new Set(accounts.map(({ ask }) => ask));
  expect([...kinds].toSorted()).toEqual(
    day === 30 ? ['closed', 'give', 'sendPhoto'] : ['closed', 'sendPhoto', 'wait'],
  );
  billing.clock.set(clock);
});

test.each([
  ['2390001111', 'day'],
  ['2390001112', 'single'],
  ['2390001130', 'single'],
  ['2390002001', 'single'],
  ['2390002005', 'single'],
  ['2390002009', 'peak'],
  ['2390002010', 'halfPeak'],
  ['2390002025', 'single'],
  ['2390002026', 'single'],
] as const)(
  'the bill of %s without another reading is what the home expects, before and after the %s register is read',
  async (accountNumber, zone) => {
    const { meterId, registers } = await meterOf(accountNumber);
    const before = await expectations(accountNumber, meterId);
    expect(before.bill).toBe(before.home);

    const previous = registers.find((register) => register.zone === zone)?.previousValue ?? 0;
    const submission = { accountNumber, meterId, requestId: newId() };
    await billing.ask(READING_SUBMIT, {
      ...submission,
      values: { [zone]: String(previous + 3) },
      confirmed: ['readings.deviation'],
    });
    const after = await expectations(accountNumber, meterId);
    expect(after.bill).toBe(after.home);
    expect(after.bill === before.bill && after.bill !== '0.00').toBe(false);
  },
);

test.each([
  ['2390002017', 'billing.invoiceByCallCentre'],
  ['2390002018', 'billing.contractChanges'],
  ['2390002019', 'billing.specialConditionsGroup'],
])('%s has no forecast before its bill, on the home page or with a reading', async (account, code) => {
  const { meterId, registers } = await meterOf(account);
  const balance = await billing.ask(BALANCE_GET, { accountNumber: account });
  expect(balance).toMatchObject({ noForecast: code, afterExpectedCharge: balance.now });
  const [register] = registers;
  const values = { [register?.zone ?? 'single']: String((register?.previousValue ?? 0) + 90) };
  expect(await billing.ask(READING_PREVIEW, { accountNumber: account, meterId, values })).toMatchObject({
    outcome: { totalKwh: 90 },
    cost: null,
    withoutReading: null,
    dateEffect: null,
    noForecast: code,
  });
  const submission = { accountNumber: account, meterId, requestId: newId() };
  const given = await billing.ask(READING_SUBMIT, {
    ...submission,
    values,
    confirmed: ['readings.deviation'],
  });
  expect(given.receipt).toMatchObject({ totalKwh: 90, sum: null });
});
