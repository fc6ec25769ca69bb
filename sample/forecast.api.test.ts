import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BALANCE_GET } from '#billing/api/balance.ts';
import { METER_LIST } from '#billing/api/meters.ts';
import { READING_PREVIEW, READING_SUBMIT } from '#billing/api/readings.ts';
import { importFolder } from '#billing/modules/import/public.ts';
import { startTestBilling, type TestBilling } from '#billing/testing/start-test-billing.ts';
import { compareMoney, moneyFromWire, moneyToWire, zeroMoney } from '#domain/money.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { localDate } from '#domain/time/local-date.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { newId } from '#platform/uuid.ts';
import { makeSample } from './make-sample.ts';

let billing: TestBilling;
let folder: string;

beforeAll(async () => {
  const today = localDate('2026-11-20');
  billing = await startTestBilling(instantToIso(kyivInstant(today, 12, 0)));
  folder = await mkdtemp(join(tmpdir(), 'svitlo-sample-'));
  makeSample(folder, today);
  const { db, pool, close } = connectDatabase<unknown>({ url: billing.url, poolSize: 4 });
  const result = await importFolder({ db: db as TestBilling['db'], pool, folder, clock: billing.clock });
  await close();
  if (result.kind !== 'loaded') throw new Error(JSON.stringify(result));
});

afterAll(async () => {
  await billing.close();
  await rm(folder, { recursive: true, force: true });
});

/** The bill when nothing more is given, and the debt that the home expects. */
async function expectations(accountNumber: string, meterId: string) {
  const [{ withoutReading }, { afterExpectedCharge }] = await Promise.all([
    billing.ask(READING_PREVIEW, { accountNumber, meterId, values: {} }),
    billing.ask(BALANCE_GET, { accountNumber }),
  ]);
  const expected = moneyFromWire(afterExpectedCharge);
  return {
    bill: withoutReading?.bill.toPay,
    home: moneyToWire(compareMoney(expected, zeroMoney) > 0 ? expected : zeroMoney),
  };
}

async function meterOf(accountNumber: string) {
  const [meter] = (await billing.ask(METER_LIST, { accountNumber })).meters;
  if (meter === undefined) throw new Error(`${accountNumber} has no meter`);
  return meter;
}

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
])('of %s no sum is told before its bill: neither at home nor beside a reading', async (account, code) => {
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
