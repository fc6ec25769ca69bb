import { expect, test } from 'vitest';
import { paymentFixture } from '#web/testing/fixtures/payment-fixture.ts';
import type { PaymentAnswer } from '../api.ts';
import { paymentSteps, wentWrong } from './payment-steps.ts';

type State = PaymentAnswer['payment']['state'];

const moment = (minute: number) => `2026-11-20T10:0${minute}:00.000Z`;

function answer(...states: readonly [State, ...State[]]) {
  const state = states.at(-1) ?? states[0];
  const payment = { ...paymentFixture, state, startedAt: moment(0), expectedOn: '2026-11-24' };
  return { payment, events: states.map((one, at) => ({ state: one, happenedAt: moment(at) })) };
}

const shown = (...states: readonly [State, ...State[]]) =>
  paymentSteps(answer(...states)).map(({ state, place }) => `${state} ${place}`);

test('paymentSteps of a pending payment has the remaining steps ahead', () =>
  expect(shown('started', 'sent')).toEqual([
    'started done',
    'sent now',
    'confirmed ahead',
    'landed ahead',
    'matched ahead',
  ]));

test('paymentSteps of money in transit has the expected day', () => {
  const steps = paymentSteps(answer('started', 'sent', 'confirmed'));
  expect(steps.map(({ expectedOn }) => expectedOn)).toEqual([null, null, null, '2026-11-24', null]);
  expect(steps.map(({ at }) => at)).toEqual([moment(0), moment(1), moment(2), null, null]);
});

test('paymentSteps of a matched payment has nothing ahead', () =>
  expect(shown('started', 'sent', 'confirmed', 'landed', 'matched').at(-1)).toBe('matched now'));

test.each(['failed', 'expired', 'reversed', 'refunded'] as const)(
  'paymentSteps has nothing ahead after %s',
  (end) => expect(shown('started', 'sent', end)).toEqual(['started done', 'sent done', `${end} now`]),
);

test.each([
  ['failed', true],
  ['expired', true],
  ['reversed', true],
  ['refunded', false],
  ['confirmed', false],
  ['sent', false],
] as const)('wentWrong of %s is %s', (state, isTrouble) => expect(wentWrong(state)).toBe(isTrouble));

test('paymentSteps of a payment that expired and was paid later shows both', () =>
  expect(shown('started', 'sent', 'expired', 'confirmed')).toEqual([
    'started done',
    'sent done',
    'expired done',
    'confirmed now',
    'landed ahead',
    'matched ahead',
  ]));

test('paymentSteps of a payment without events shows its state', () => {
  const { payment } = answer('matched');
  const step = { state: 'matched', at: moment(0), place: 'now', expectedOn: null };
  expect(paymentSteps({ payment, events: [] })).toEqual([step]);
});
