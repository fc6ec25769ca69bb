import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Module, ModuleInput, ModuleOutput } from '#billing/api/define-module.ts';
import { PAYMENT_CONFIRM, PAYMENT_START } from '#billing/api/payments.ts';
import { closeMonth } from '#billing/testing/close-month.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeCharge } from '#billing/testing/make-money.ts';
import { makeSupplier, setPeriodState } from '#billing/testing/make-supplier.ts';
import { listBills } from '#contract/bills.ts';
import { paymentOptions, startPayment } from '#contract/payments/payments.ts';
import { listMeters, listReadings, previewReading } from '#contract/readings.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { makeReadingCustomer, steadyHistory } from '#portal/testing/scenarios/reading-customer.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';
import { checkTyped, kwhSince, previousOn } from './check-typed.ts';

/** Each differs from its default. */
const rules = {
  readings: {
    window: {
      person: { lastDays: 5, firstDays: 2, closingDay: 1, closingHour: 10, outsideWindow: 'block' },
      entity: { lastDays: 1, firstDays: 5, closingDay: 4, closingHour: 12, outsideWindow: 'accept' },
    },
    deviation: { first: { percent: 10, kwh: 5 }, second: { percent: 900, kwh: 90_000, floorKwh: 5000 } },
    verificationAtDeviation: 2,
    rollOverFromPercent: 80,
    normDailyWattHoursPerKilowatt: 2000,
    commercialWorkingDays: 4,
    holidaysAreWorkingDays: false,
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
beforeEach(() => app.clock.set(lastDay));

test('the windows of readings are those of the supplier, for each type of customer', async () => {
  const person = await makeReadingCustomer(app);
  const entity = await makeReadingCustomer(app, { history: steadyHistory, customerType: 'entity' });
  const windowOf = async ({ accountNumber }: typeof person) =>
    (await app.post(listMeters, { token: await app.signIn([accountNumber]), account: accountNumber })).body;
  const { window: ofPerson } = await windowOf(person);
  expect(ofPerson).toMatchObject({ isOpen: true, closesAt: '2026-11-01T08:00:00.000Z' });
  expect((await windowOf(entity)).window).toMatchObject({ isOpen: false, opensOn: '2026-10-31' });

  app.clock.set(instantFromIso('2026-10-26T10:00:00Z'));
  expect((await windowOf(person)).meters[0]?.blocked).toMatchObject({
    code: 'readings.personInputBlocked',
    opensOn: '2026-10-27',
    message: expect.stringMatching(/до 10:00 1-го числа наступного місяця\.$/),
  });
  // Outside the window an entity's reading counts as of its day.
  const { meters, window } = await windowOf(entity);
  expect([meters[0]?.blocked, window.effectiveDate]).toEqual([null, '2026-10-26']);
});

test('a deviation is large, and asks for a verification, where the supplier says so', async () => {
  const usual = await makeReadingCustomer(app);
  // 112 kWh after 100 kWh last year: more than 10 % and 5 kWh.
  const asked = await usual.submit({ single: '2112' });
  expect(asked.body).toMatchObject({ code: 'readings.deviation' });
  // 500 kWh are less than 900 % and 5,000 kWh more: a confirmation is enough.
  const confirmed = await usual.submit({ single: '2500' }, { confirmed: ['readings.deviation'] });
  expect(confirmed.body.outcome).toMatchObject({
    kind: 'accepted',
    message:
      'Показання прийнято. Наступного разу передайте так само: в останні 5 днів місяця або перші 2 дні наступного.',
  });

  const heavy = await makeReadingCustomer(app, {
    history: [{ period: '2025-11', closing: { single: 1100 } }, ...steadyHistory].toSorted((a, b) =>
      a.period < b.period ? -1 : 1,
    ),
    contractedPowerWatts: 60_000,
  });
  const first = await heavy.submit({ single: '9000' }, { confirmed: ['readings.deviation'] });
  expect(first.body.outcome).toMatchObject({ kind: 'underReview', code: 'readings.operatorCheck' });
  await setPeriodState(app.billingDb, '2026-10', 'closed');
  app.clock.set(instantFromIso('2026-11-29T10:00:00Z'));
  const token = await app.signIn([heavy.accountNumber]);
  // The second large deviation in a row, where usually the third counts.
  const second = await heavy.submit({ single: '18000' }, { token });
  expect(second.body.outcome).toMatchObject({ kind: 'underReview', code: 'readings.additionalVerification' });
  await setPeriodState(app.billingDb, '2026-10', 'open');
});

test('the norm of a customer without history is that of the supplier', async () => {
  const unread = { contractedPowerWatts: 5000, meters: [{ installedOn: '2026-10-01' }] };
  const { accountNumber: account, token, meterId } = await makeReadingCustomer(app, unread);
  const { body } = await app.post(previewReading, { token, account, meterId, values: { single: '' } });
  // 2 kWh a day for each of 5 kW.
  expect(body.withoutReading).toMatchObject({ kwh: 310, sum: '1339.20' });
});

test('commercial metering is charged after the working days of the supplier', async () => {
  const offered = { customerType: 'entity', pointState: 'commercial', history: steadyHistory } as const;
  const commercial = await makeAccount(app.billingDb, offered);
  const { accountNumber: account } = commercial;
  const token = await app.signIn([account]);
  const { meters } = (await app.post(listMeters, { token, account })).body;
  expect(meters[0]?.blocked?.message).toContain('протягом 4 робочих днів (05.11.2026)');
});

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
  const given = { rollOverFromPercent: 80, holidays: ['2026-11-20'] };
  expect(meter).toMatchObject({ customerType: 'person', rules: given });
  expect(body.window).toMatchObject({ isOpen: true, effectiveDate: '2026-11-01' });

  const submission = { values, confirmed: [], hasPhoto: false };
  const typed = checkTyped(meter, body.window, submission, lastDay);
  const preview = await app.post(previewReading, { token, account, meterId, values });
  expect([typed.kind, typed.code]).toEqual(['needsConfirmation', 'readings.rollOver']);
  expect(preview.body.outcome).toMatchObject({ kind: typed.kind, code: typed.code, totalKwh: kwh });
  const [register] = meter.registers;
  if (!register) throw new Error('no register');
  const previous = previousOn(register, body.window.effectiveDate);
  expect(kwhSince(meter, previous.value, 120)).toBe(kwh);

  const submitted = await customer.submit(values, { confirmed: typed.confirmations });
  expect(submitted.body.receipt).toMatchObject({ totalKwh: kwh, sum: '65318.40' });
  const [row] = (await app.post(listReadings, { token, account })).body.readings;
  expect(row).toMatchObject({ value: 120, kwhSincePrevious: kwh });
  const meters = (await app.post(listMeters, { token, account })).body.meters;
  expect(meters[0]?.currentReading).toMatchObject({ totalKwh: kwh });

  await closeMonth(app.url, '2026-10');
  const [bill] = (await app.post(listBills, { token, account })).body.bills;
  // Issued on 3 November; twelve working days later is the 19th, and the 16th is earlier.
  expect(bill).toMatchObject({ period: '2026-10', dueOn: '2026-11-19' });

  const order = { token, account, purpose: 'energy', provider: 'liqpay' } as const;
  const pay = (sum: string) => app.post(startPayment, { ...order, sum, requestId: newId() });
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

test('confirmed money is expected after the holidays of the supplier', async () => {
  app.clock.set(instantFromIso('2026-11-19T10:00:00Z'));
  const payer = await makeAccount(app.billingDb, { history: steadyHistory });
  const ask = async <M extends Module>(module: M, input: ModuleInput<M>) => {
    const result = await app.billing.run(module.name, input, { reference: newId(), actor: 'test' });
    if (!result.ok) throw new Error(result.code);
    return result.data as ModuleOutput<M>;
  };
  const order = { purpose: 'energy', sum: '10.00', provider: 'liqpay' } as const;
  const { accountNumber: account } = payer;
  const { payment } = await ask(PAYMENT_START, { ...order, account, requestId: newId() });
  const report = { provider: 'liqpay', orderId: payment.orderId, amount: '10.00', currency: 'UAH' };
  const confirmed = await ask(PAYMENT_CONFIRM, { ...report, providerReference: null, evidence: {} });
  // The 20th is a holiday, then comes a weekend.
  expect(confirmed.payment.expectedOn).toBe('2026-11-23');
});

test('a debt below the smallest payment has no code to pay it', async () => {
  app.clock.set(instantFromIso('2026-11-26T10:00:00Z'));
  const customer = await makeReadingCustomer(app, { history: steadyHistory });
  const { accountNumber: account } = customer;
  const token = await app.signIn([account]);
  await makeCharge(app.billingDb, account, '2026-08', '5.00');
  const { body } = await app.post(paymentOptions, { token, account, purpose: 'energy' });
  expect(body).toMatchObject({ limits: { least: '7.00', most: '900.00' }, qr: null });
  expect(body.qrMessage).toContain('7,00');
});
