import { expect, test } from 'vitest';
import type { PaymentAnswer } from './api.ts';
import { paymentSteps, wentWrong } from './payment-steps.ts';

type State = PaymentAnswer['payment']['state'];

const moment = (minute: number) => `2026-11-20T10:0${minute}:00.000Z`;

function answer(...states: readonly [State, ...State[]]) {
  const state = states.at(-1) ?? states[0];
  const payment = {
    paymentId: '0199aaaa-0000-7000-8000-000000000001',
    orderId: '1',
    account: '2390001111',
    provider: 'liqpay',
    purpose: 'energy',
    actNumber: null,
    period: null,
    sum: '432.50',
    orderSum: '432.50',
    partCount: 1,
    state,
    startedAt: moment(0),
    confirmedAt: null,
    expectedOn: '2026-11-24',
    message: null,
  } as const;
  return { payment, events: states.map((one, at) => ({ state: one, happenedAt: moment(at) })) };
}

const told = (...states: readonly [State, ...State[]]) =>
  paymentSteps(answer(...states)).map(({ state, place }) => `${state} ${place}`);

test('a payment that waits for its bank has the rest of its way ahead', () => {
  expect(told('started', 'sent')).toEqual([
    'started done',
    'sent now',
    'confirmed ahead',
    'landed ahead',
    'matched ahead',
  ]);
});

test('money on its way says by which day it is expected', () => {
  const steps = paymentSteps(answer('started', 'sent', 'confirmed'));
  expect(steps.map(({ expectedOn }) => expectedOn)).toEqual([null, null, null, '2026-11-24', null]);
  expect(steps.map(({ at }) => at)).toEqual([moment(0), moment(1), moment(2), null, null]);
});

test('a payment that arrived has nothing ahead', () => {
  expect(told('started', 'sent', 'confirmed', 'landed', 'matched').at(-1)).toBe('matched now');
});

test.each(['failed', 'expired', 'reversed', 'refunded'] as const)('after %s nothing is to come', (end) => {
  expect(told('started', 'sent', end)).toEqual(['started done', 'sent done', `${end} now`]);
});

test.each([
  ['failed', true],
  ['expired', true],
  ['reversed', true],
  ['refunded', false],
  ['confirmed', false],
  ['sent', false],
] as const)('%s is shown as trouble: %s', (state, isTrouble) => {
  expect(wentWrong(state)).toBe(isTrouble);
});

test('what expired and was paid all the same shows both', () => {
  expect(told('started', 'sent', 'expired', 'confirmed')).toEqual([
    'started done',
    'sent done',
    'expired done',
    'confirmed now',
    'landed ahead',
    'matched ahead',
  ]);
});

test('a payment of before the events were kept shows its state', () => {
  const { payment } = answer('matched');
  expect(paymentSteps({ payment, events: [] })).toEqual([
    { state: 'matched', at: moment(0), place: 'now', expectedOn: null },
  ]);
});
