import { expect, test } from 'vitest';
import type { AccountFixture } from '#billing/testing/make-account.ts';
import { setPeriodState } from '#billing/testing/make-supplier.ts';
import type { MessageCode } from '#contract/messages/catalogue.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { provideReadingApp } from '#portal/testing/hooks/provide-reading-app.ts';
import { makeReadingCustomer, steadyHistory } from '#portal/testing/scenarios/reading-customer.ts';

const app = provideReadingApp();

const customer = (fixture?: AccountFixture) => makeReadingCustomer(app, fixture);
const history = steadyHistory;
const entity = { customerType: 'entity', history } as const;
const operator = 'оператор системи розподілу';

const rolling = [{ period: '2026-09', closing: { single: 99950 } }] as const;
const disabled = [{ meterState: 'disabled' }] as const;
const photo = 'photo@example.test';
// October ends on a Saturday: Monday, Tuesday and Wednesday are the working days after it.
const operatorDays = 'протягом 3 робочих днів (04.11.2026)';

test.each<[MessageCode, string, string, AccountFixture | undefined, string | undefined]>([
  ['readings.sameAsPrevious', 'needsConfirmation', '0 кВт·год', undefined, '2000'],
  ['readings.digitCapacity', 'refused', '5 цифр', undefined, '210300'],
  ['readings.lowerThanPrevious', 'refused', photo, undefined, '1990'],
  ['readings.rollOver', 'needsConfirmation', '97 кВт·год', { history: rolling }, '00047'],
  ['readings.valueTooLarge', 'refused', 'додайте фото', undefined, '9000'],
  ['readings.deviation', 'needsConfirmation', '150 %', undefined, '2250'],
  ['readings.takenByOperator', 'blocked', operator, { pointState: 'takenByOperator', history }, '2103'],
  ['readings.substation', 'blocked', 'у підстанції', { pointState: 'substation', history }, '2103'],
  ['readings.personInputBlocked', 'blocked', photo, { inputBlocked: true, history }, '2103'],
  ['readings.entityInputBlocked', 'blocked', 'заблоковано', { ...entity, inputBlocked: true }, '2103'],
  ['billing.commercialMetering', 'blocked', operatorDays, { ...entity, pointState: 'commercial' }, '2103'],
  ['readings.takenByOperator', 'blocked', operator, { pointState: 'commercial', history }, '2103'],
  ['readings.meterDisabled', 'blocked', 'відключено', { meters: disabled, history }, '2103'],
  ['readings.severalMeters', 'blocked', 'кілька лічильників', { meters: [{}, {}] }, '2103'],
  ['readings.meterNotFound', 'blocked', 'не знайдено', { meters: [] }, '2103'],
  ['field.required', 'refused', "обов'язкове", undefined, undefined],
  ['accounts.noContract', 'blocked', '0800300400', { contractEndedOn: '2026-05-31', history }, '2103'],
])('%s is answered as %s and stores nothing', async (code, kind, words, fixture, single) => {
  const { submit, stored } = await customer(fixture);
  const more = fixture?.meters && fixture.history === undefined ? { meterId: undefined } : {};
  const answer = await submit(single === undefined ? {} : { single }, more);
  expect(outcomeOf(answer)).toBe(`422 ${code}`);
  const { message, details } = answer.body;
  expect(message).toContain(words);
  expect(details).toMatchObject({ kind, code, message });
  expect(await stored()).toEqual([]);
});

test('outside its window an entity is refused with a closed period', async () => {
  app.clock.set(instantFromIso('2026-10-20T10:00:00Z'));
  const { submit, stored } = await customer(entity);
  const answer = await submit({ single: '2103' });
  expect(outcomeOf(answer)).toBe('422 readings.entityPeriodClosed');
  expect(answer.body.message).toContain('юридичних осіб');
  expect(await stored()).toEqual([]);
});

test('a deviation says from how many kWh to how many, and is accepted once the customer has agreed', async () => {
  const { submit } = await customer();
  const message = 'Торік за стільки ж днів – 100 кВт·год, тепер – 250 кВт·год.';
  const advice = { code: 'readings.lastYear', message };
  expect((await submit({ single: '2250' })).body.details).toMatchObject({ advice });
  const { body } = await submit({ single: '2250' }, { confirmed: ['readings.deviation'] });
  expect(body.outcome).toMatchObject({ kind: 'accepted', totalKwh: 250 });
});

test('a large deviation is under review, also after agreeing, and the third in a row asks for a verification', async () => {
  const { submit, stored, accountNumber } = await customer({
    history: [
      ...[9, 10, 11, 12].map((month, index) => ({
        ...{ period: `2025-${String(month).padStart(2, '0')}`, closing: { single: 900 + 100 * index } },
      })),
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

test.each<[string, string, AccountFixture]>([
  [
    'a verification was asked for',
    'readings.additionalVerification',
    { history, verificationRequested: true },
  ],
  ['there is nothing to compare with', 'readings.noStatistics', { history: history.slice(3) }],
])('the answer says that %s', async (_, code, fixture) => {
  const { outcome } = (await (await customer(fixture)).submit({ single: '2103' })).body;
  expect([outcome.code, outcome.advice?.code]).toContain(code);
});
