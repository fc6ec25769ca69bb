import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { AccountFixture } from '#billing/testing/make-account.ts';
import { setPeriodState } from '#billing/testing/make-supplier.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { makeReadingCustomer, steadyHistory } from '#portal/testing/scenarios/reading-customer.ts';

/** The last day of October, noon in Kyiv: the window is open and a reading counts as of 1 November. */
const inWindow = instantFromIso('2026-10-31T10:00:00Z');

const app = provideTestApp({ now: '2026-10-31T10:00:00Z', hasSupplier: true });

beforeAll(async () => {
  for (const period of ['2026-08', '2026-09']) await setPeriodState(app.billingDb, period, 'closed');
});

beforeEach(async () => {
  app.clock.set(inWindow);
  await setPeriodState(app.billingDb, '2026-10', 'open');
});

const customer = (fixture?: AccountFixture) => makeReadingCustomer(app, fixture);
const history = steadyHistory;

test.each<{
  code: string;
  fixture?: AccountFixture;
  values: Record<string, string>;
  more?: Record<string, unknown>;
  status?: number;
  kind: string;
  expected: string;
}>([
  {
    code: 'readings.sameAsPrevious',
    values: { single: '2000' },
    kind: 'needsConfirmation',
    expected: '0 кВт·год',
  },
  { code: 'readings.digitCapacity', values: { single: '210300' }, kind: 'refused', expected: '5 цифр' },
  {
    code: 'readings.lowerThanPrevious',
    values: { single: '1990' },
    kind: 'refused',
    expected: 'photo@example.test',
  },
  {
    code: 'readings.rollOver',
    fixture: { history: [{ period: '2026-09', closing: { single: 99950 } }] },
    values: { single: '00047' },
    kind: 'needsConfirmation',
    expected: '97 кВт·год',
  },
  { code: 'readings.valueTooLarge', values: { single: '9000' }, kind: 'refused', expected: 'додайте фото' },
  { code: 'readings.deviation', values: { single: '2250' }, kind: 'needsConfirmation', expected: '150 %' },
  {
    code: 'readings.takenByOperator',
    fixture: { pointState: 'takenByOperator', history },
    values: { single: '2103' },
    kind: 'blocked',
    expected: 'оператор системи розподілу',
  },
  {
    code: 'readings.substation',
    fixture: { pointState: 'substation', history },
    values: { single: '2103' },
    kind: 'blocked',
    expected: 'у підстанції',
  },
  {
    code: 'readings.personInputBlocked',
    fixture: { inputBlocked: true, history },
    values: { single: '2103' },
    kind: 'blocked',
    expected: 'photo@example.test',
  },
  {
    code: 'readings.entityInputBlocked',
    fixture: { customerType: 'entity', inputBlocked: true, history },
    values: { single: '2103' },
    kind: 'blocked',
    expected: 'за цим рахунком заблоковано',
  },
  {
    // October ends on a Saturday: Monday, Tuesday and Wednesday are the working days after it.
    code: 'billing.commercialMetering',
    fixture: { customerType: 'entity', pointState: 'commercial', history },
    values: { single: '2103' },
    kind: 'blocked',
    expected: 'протягом 3 робочих днів (04.11.2026)',
  },
  {
    code: 'readings.takenByOperator',
    fixture: { pointState: 'commercial', history },
    values: { single: '2103' },
    kind: 'blocked',
    expected: 'оператор системи розподілу',
  },
  {
    code: 'readings.meterDisabled',
    fixture: { meters: [{ meterState: 'disabled' }], history },
    values: { single: '2103' },
    kind: 'blocked',
    expected: 'відключено',
  },
  {
    code: 'readings.severalMeters',
    fixture: { meters: [{}, {}] },
    values: { single: '2103' },
    more: { meterId: undefined },
    kind: 'blocked',
    expected: 'кілька лічильників',
  },
  {
    code: 'readings.meterNotFound',
    fixture: { meters: [] },
    values: { single: '2103' },
    more: { meterId: undefined },
    kind: 'blocked',
    expected: 'не знайдено',
  },
  { code: 'field.required', values: {}, kind: 'refused', expected: "обов'язкове" },
  {
    code: 'accounts.noContract',
    fixture: { contractEndedOn: '2026-05-31', history },
    values: { single: '2103' },
    kind: 'blocked',
    expected: '0800300400',
  },
])(
  '$code is answered with its outcome and stores nothing',
  async ({ code, fixture, values, more, kind, expected }) => {
    const { submit, stored } = await customer(fixture);
    const { httpStatus, body } = await submit(values, more);
    expect({ httpStatus, code: body.code }).toEqual({ httpStatus: 422, code });
    expect(body.message).toContain(expected);
    expect(body.message).not.toMatch(/[{}]/);
    expect(body.details).toMatchObject({ kind, code, message: body.message });
    expect(await stored()).toEqual([]);
  },
);

test('outside its window an entity is refused with a closed period', async () => {
  app.clock.set(instantFromIso('2026-10-20T10:00:00Z'));
  const { submit, stored } = await customer({ customerType: 'entity', history });
  const { httpStatus, body } = await submit({ single: '2103' });
  expect({ httpStatus, code: body.code }).toEqual({ httpStatus: 422, code: 'readings.entityPeriodClosed' });
  expect(body.message).toContain('юридичних осіб');
  expect(await stored()).toEqual([]);
});

test('a reading is accepted once the customer has agreed to what is asked', async () => {
  const { submit } = await customer({ history });
  const { httpStatus, body } = await submit({ single: '2250' }, { confirmed: ['readings.deviation'] });
  expect(httpStatus).toBe(200);
  expect(body.outcome).toMatchObject({ kind: 'accepted', totalKwh: 250 });
});

test('a deviation says from how many kWh to how many', async () => {
  const { submit } = await customer({ history });
  const { body } = await submit({ single: '2250' });
  expect(body.details).toMatchObject({
    advice: {
      code: 'readings.lastYear',
      message: 'Торік за стільки ж днів – 100 кВт·год, тепер – 250 кВт·год.',
    },
  });
});

test('a large deviation is under review, also after agreeing, and the third in a row asks for a verification', async () => {
  const { submit, stored, accountNumber } = await customer({
    history: [
      { period: '2025-09', closing: { single: 900 } },
      { period: '2025-10', closing: { single: 1000 } },
      { period: '2025-11', closing: { single: 1100 } },
      { period: '2025-12', closing: { single: 1200 } },
      { period: '2026-09', closing: { single: 2000 } },
    ],
  });
  const first = await submit({ single: '2800' }, { confirmed: ['readings.deviation'] });
  expect(first.httpStatus).toBe(200);
  expect(first.body.outcome).toMatchObject({ kind: 'underReview', code: 'readings.operatorCheck' });
  expect(first.body.outcome.message).toContain('02.11.2026');
  expect(await stored()).toMatchObject([{ value: 2800n, status: 'underReview' }]);
  const { kind } = await app.billingDb
    .selectFrom('billing.outbox_event')
    .select('kind')
    .where('account_number', '=', accountNumber)
    .executeTakeFirstOrThrow();
  expect(kind).toBe('reading.underReview');

  await setPeriodState(app.billingDb, '2026-10', 'closed');
  app.clock.set(instantFromIso('2026-11-29T10:00:00Z'));
  const second = await submit({ single: '3600' }, { token: await app.signIn([accountNumber]) });
  expect(second.body.outcome).toMatchObject({ kind: 'underReview', code: 'readings.operatorCheck' });
  await setPeriodState(app.billingDb, '2026-11', 'closed');
  app.clock.set(instantFromIso('2026-12-30T10:00:00Z'));
  const third = await submit({ single: '4400' }, { token: await app.signIn([accountNumber]) });
  expect(third.body.outcome).toMatchObject({ kind: 'underReview', code: 'readings.additionalVerification' });
  await setPeriodState(app.billingDb, '2026-11', 'open');
});

test('a verification that an operator asked for puts the reading under review', async () => {
  const { submit } = await customer({ history, verificationRequested: true });
  const { body } = await submit({ single: '2103' });
  expect(body.outcome).toMatchObject({ kind: 'underReview', code: 'readings.additionalVerification' });
});

test('without last year the answer says that there is nothing to compare with', async () => {
  const { submit } = await customer({ history: [{ period: '2026-09', closing: { single: 2000 } }] });
  const { body } = await submit({ single: '2103' });
  expect(body.outcome.advice).toMatchObject({ code: 'readings.noStatistics' });
});
