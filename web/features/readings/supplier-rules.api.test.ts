import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeMonth } from '#billing/testing/close-month.ts';
import { makeSupplier, setPeriodState } from '#billing/testing/make-supplier.ts';
import { listBills } from '#contract/bills.ts';
import { startPayment } from '#contract/payments/payments.ts';
import { listMeters, listReadings, previewReading } from '#contract/readings.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { makeReadingCustomer } from '#portal/testing/reading-customer.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';
import { checkTyped, kwhOf } from './check-typed.ts';

/** Each differs from its default. */
const rules = {
  readings: {
    window: { person: { lastDays: 5, firstDays: 2, closingDay: 2, closingHour: 10, outsideWindow: 'block' } },
    deviation: { first: { percent: 10, kwh: 5 }, second: { percent: 900, kwh: 90_000, floorKwh: 5000 } },
    verificationAtDeviation: 2,
    rollOverFromPercent: 80,
    normDailyWattHoursPerKilowatt: 2000,
    commercialWorkingDays: 4,
    holidays: ['2026-11-20'],
  },
  payments: { least: '7.00', most: '900.00', underWay: 2, perDay: 4 },
  bills: { dueDay: 16, minWorkingDays: 12 },
};

const lastDay = instantFromIso('2026-10-28T10:00:00Z');
/** Five digits at 85,000: 120 is 15,120 kWh through zero where a roll-over is possible from 80 %. */
const values = { single: '120' };
const kwh = 15_120;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp('2026-10-28T10:00:00Z');
  await makeSupplier(app.billingDb, { rules });
  for (const period of ['2026-08', '2026-09']) await setPeriodState(app.billingDb, period, 'closed');
  await setPeriodState(app.billingDb, '2026-10', 'open');
});
afterAll(() => app.close());

const history = [
  { period: '2026-08', closing: { single: 84_000 } },
  { period: '2026-09', closing: { single: 85_000 } },
] as const;

test('a supplier with its own rules has them in the browser, on the receipt, in the history, on the bill and in payments', async () => {
  const customer = await makeReadingCustomer(app, { history, contractedPowerWatts: 40_000 });
  const { accountNumber: account, token, meterId } = customer;

  const { body } = await app.post(listMeters, { token, account });
  const [meter] = body.meters;
  if (!meter) throw new Error('no meter');
  expect(meter).toMatchObject({
    customerType: 'person',
    rules: { rollOverFromPercent: 80, holidays: ['2026-11-20'] },
  });
  expect(body.window).toMatchObject({ isOpen: true, effectiveDate: '2026-11-01' });

  const submission = { values, confirmed: [], hasPhoto: false };
  const typed = checkTyped(meter, body.window, submission, lastDay);
  const preview = await app.post(previewReading, { token, account, meterId, values });
  expect([typed.kind, typed.code]).toEqual(['needsConfirmation', 'readings.rollOver']);
  expect(preview.body.outcome).toMatchObject({ kind: typed.kind, code: typed.code, totalKwh: kwh });
  const [register] = meter.registers;
  if (!register) throw new Error('no register');
  expect(kwhOf(meter, register, 120, body.window.effectiveDate)).toBe(kwh);

  const submitted = await customer.submit(values, { confirmed: typed.confirmations });
  expect(submitted.body.receipt).toMatchObject({ totalKwh: kwh, sum: '65318.40' });
  const [row] = (await app.post(listReadings, { token, account })).body.readings;
  expect(row).toMatchObject({ value: 120, kwhSincePrevious: kwh });
  const meters = (await app.post(listMeters, { token, account })).body.meters;
  expect(meters[0]?.standing).toMatchObject({ totalKwh: kwh });

  await closeMonth(app.url, '2026-10');
  const [bill] = (await app.post(listBills, { token, account })).body.bills;
  // Issued on 3 November; twelve working days later is the 19th, and the 16th is earlier.
  expect(bill).toMatchObject({ period: '2026-10', dueOn: '2026-11-19' });

  const pay = (sum: string) =>
    app.post(startPayment, {
      token,
      account,
      purpose: 'energy',
      sum,
      provider: 'liqpay',
      requestId: newId(),
    });
  for (const [sum, code] of [
    ['6.99', 'payments.outsideLimits'],
    ['900.01', 'payments.outsideLimits'],
    ['7.00', undefined],
    ['900.00', undefined],
    ['8.00', 'payments.tooManyUnderWay'],
  ] as const) {
    expect([sum, (await pay(sum)).body.code]).toEqual([sum, code]);
  }
});
