import { describe, expect, test } from 'vitest';
import { instantFromIso } from '#domain/time/instant.ts';
import { readTransactions } from './portmone-gateway.ts';

const orderId = '2390001111-112026-1';

function attempt(status: string, more: Readonly<Record<string, unknown>> = {}) {
  return {
    shopOrderNumber: orderId,
    shopBillId: '77001',
    status,
    billAmount: '432.50',
    pay_date: '20.11.2026 12:00:05',
    errorCode: '0',
    cardMask: '444433******1111',
    ...more,
  };
}

describe('what the tries of an order come to', () => {
  test.each([
    ['a page that nobody used', [attempt('CREATED')], 'waiting', 43250n],
    ['a status that nobody knows', [attempt('BLESSED'), attempt('REJECTED')], 'waiting', 43250n],
    ['money that is only held', [attempt('PREAUTH')], 'waiting', 43250n],
    ['a refusal', [attempt('REJECTED')], 'refused', 43250n],
    ['a payment', [attempt('PAYED')], 'paid', 43250n],
    ['a return', [attempt('RETURN')], 'returned', 43250n],
    ['a return with a minus', [attempt('RETURN', { billAmount: '-432.50' })], 'returned', 43250n],
    ['a refusal and one more try', [attempt('REJECTED'), attempt('CREATED')], 'waiting', 43250n],
    ['a refusal, then a payment', [attempt('REJECTED'), attempt('PAYED')], 'paid', 43250n],
    ['a payment listed before a refusal', [attempt('PAYED'), attempt('REJECTED')], 'paid', 43250n],
    ['two payments of one order', [attempt('PAYED'), attempt('PAYED')], 'paid', 86500n],
    ['a payment and its return', [attempt('PAYED'), attempt('RETURN')], 'returned', 43250n],
    ['a return of a part', [attempt('PAYED'), attempt('RETURN', { billAmount: 100 })], 'paid', 33250n],
    ['a sum as a number', [attempt('PAYED', { billAmount: 432.5 })], 'paid', 43250n],
    ['a sum with a comma', [attempt('PAYED', { billAmount: '432,5' })], 'paid', 43250n],
  ] as const)('%s', (_, tries, kind, amount) => {
    expect(readTransactions(tries, orderId)).toMatchObject({ orderId, kind, amount, currency: 'UAH' });
  });

  test('an empty list: the order is not known', () => {
    expect(readTransactions([], orderId)).toBe('unknown');
  });

  test('the moment is by the Kyiv clock, of the latest try that counts', () => {
    const tries = [attempt('REJECTED', { pay_date: '21.11.2026 09:00:00' }), attempt('PAYED')];
    expect(readTransactions(tries, orderId)).toMatchObject({
      reportedAt: instantFromIso('2026-11-20T10:00:05Z'),
    });
  });

  test.each(['', null, undefined, '2026-11-20 12:00:05', '31.02.2026 12:00:05', '20.11.2026 25:00:00'])(
    'a moment written as %j is none',
    (pay_date) => {
      expect(readTransactions([attempt('PAYED', { pay_date })], orderId)).toMatchObject({ reportedAt: null });
    },
  );

  test('a currency other than ordered is reported', () => {
    const tries = [attempt('PAYED', { billCurrency: 'USD' })];
    expect(readTransactions(tries, orderId)).toMatchObject({ kind: 'paid', currency: 'USD' });
  });

  test('cards and all that is not needed are left out', () => {
    const reported = readTransactions(
      [attempt('PAYED', { token: 'secret', attribute4: 'a@example.test' })],
      orderId,
    );
    const { cardMask: _, ...kept } = attempt('PAYED');
    expect(reported).toMatchObject({ providerReference: '77001', evidence: { transactions: [kept] } });
    expect(JSON.stringify(Object(reported).evidence)).not.toMatch(/4444|secret|example/);
  });
});

test.each([
  ['no list', { orders: { order: attempt('PAYED') } }],
  ['nothing', null],
  ['a text', 'PAYED'],
  ['a status that is no text', [{ ...attempt(''), status: 1 }]],
  ['another order', [attempt('PAYED', { shopOrderNumber: '2390001111-112026-2' })]],
  ['one try of another order', [attempt('PAYED'), attempt('PAYED', { shopOrderNumber: 'x' })]],
  ['parts of a kopiyka', [attempt('PAYED', { billAmount: 432.505 })]],
  ['a sum with an exponent', [attempt('PAYED', { billAmount: 1e21 })]],
  ['a sum in words', [attempt('PAYED', { billAmount: '4e2' })]],
  ['a sum with spaces', [attempt('PAYED', { billAmount: '4 32.50' })]],
  ['no sum', [attempt('PAYED', { billAmount: null })]],
  ['more tries than anybody makes', Array.from({ length: 201 }, () => attempt('REJECTED'))],
])('%s is nonsense', (_, answer) => {
  expect(readTransactions(answer, orderId)).toBe('nonsense');
});
