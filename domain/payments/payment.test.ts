import { describe, expect, test } from 'vitest';
import { kopiykas } from '#domain/money.ts';
import { standardRules } from '#domain/rules/testing/standard-rules.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { localDate } from '#domain/time/local-date.ts';
import { orderId, parseOrderId } from './order-id.ts';
import { expectedLanding, isPayableAmount } from './payment-orders.ts';
import { canMove, isFinal, type PaymentState, paymentStates } from './payment-state.ts';
import { billReference } from './purpose-words.ts';

/** Every allowed transition; all others are refused. */
const moves: Record<PaymentState, string> = {
  started: 'sent confirmed landed failed expired',
  sent: 'confirmed landed failed expired',
  confirmed: 'landed reversed refunded',
  landed: 'matched reversed refunded',
  matched: 'reversed refunded',
  failed: 'confirmed landed',
  expired: 'confirmed landed failed',
  reversed: '',
  refunded: '',
};

describe('payment state', () => {
  const pairs = paymentStates.flatMap((from) => paymentStates.map((to) => [from, to] as const));

  test.each(pairs)('canMove from %s to %s follows the table', (from, to) => {
    expect(canMove(from, to)).toBe(moves[from].split(' ').includes(to));
  });

  test('a confirmed payment never fails, in any order of statuses', () => {
    const reachable = new Set<PaymentState>(['confirmed']);
    for (const from of reachable) {
      for (const to of paymentStates) if (canMove(from, to)) reachable.add(to);
    }
    expect([...reachable].sort()).toEqual(['confirmed', 'landed', 'matched', 'refunded', 'reversed']);
  });

  test('isFinal only for returned money', () => {
    expect(paymentStates.filter(isFinal)).toEqual(['reversed', 'refunded']);
  });

  test.each([
    ['2026-10-29T12:00:00Z', '2026-10-30'],
    ['2026-10-30T12:00:00Z', '2026-11-02'],
    ['2026-10-31T12:00:00Z', '2026-11-02'],
    // late on Thursday by UTC is Friday in Kyiv
    ['2026-10-29T22:30:00Z', '2026-11-02'],
  ])('expectedLanding of %s is %s', (moment, date) => {
    expect(expectedLanding(instantFromIso(moment), new Set())).toBe(date);
  });

  test('expectedLanding skips a holiday of the supplier', () => {
    const holidays = new Set([localDate('2026-11-02')]);
    expect(expectedLanding(instantFromIso('2026-10-30T12:00:00Z'), holidays)).toBe('2026-11-03');
  });

  test.each([
    [99, false],
    [100, true],
    [43_250, true],
    [10_000_000, true],
    [10_000_001, false],
    [0, false],
    [-100, false],
  ])('of %i kopiykas is allowed: %s', (amount, allowed) => {
    expect(isPayableAmount(kopiykas(amount), standardRules.payments.person)).toBe(allowed);
  });

  test('isPayableAmount follows the limits of the supplier', () => {
    const limits = { least: kopiykas(5000), most: kopiykas(6000) };
    expect([4999, 5000, 6000, 6001].map((sum) => isPayableAmount(kopiykas(sum), limits))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});

describe('order and bill numbers', () => {
  const period = billingPeriod('2026-10');

  test('billReference contains account and period', () => {
    expect(billReference('2390001111', period)).toBe('2390001111-102026');
  });

  test('orderId is unique per account, period and attempt, and is parsed back', () => {
    const orders = ['2390001111', '0390001111', '12-34'].flatMap((accountNumber) =>
      [period, billingPeriod('2027-01')].flatMap((one) =>
        [1, 2, 12].map((attempt) => ({ accountNumber, period: one, attempt })),
      ),
    );
    expect(new Set(orders.map(orderId)).size).toBe(orders.length);
    for (const order of orders) expect(parseOrderId(orderId(order))).toEqual(order);
  });

  test.each(['', '2390001111-102026', '2390001111-132026-1', '2390001111-102026-0', '-102026-1'])(
    'parseOrderId refuses %j',
    (text) => {
      expect(parseOrderId(text)).toBeUndefined();
    },
  );
});
