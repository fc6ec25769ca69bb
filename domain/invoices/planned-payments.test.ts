import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kopiykas, moneyFromWire, sumMoney } from '../money.ts';
import { billingPeriod } from '../time/billing-period.ts';
import { isPlan, type PlannedPart } from './contract-terms.ts';
import { planPayments, settleByAdvance } from './planned-payments.ts';

const april = billingPeriod('2026-04');
const part = (day: number, percent: number): PlannedPart => ({ day, percent });

describe('isPlan', () => {
  test.each([
    ['one part', [part(1, 100)], true],
    ['two parts', [part(5, 50), part(28, 50)], true],
    ['three parts', [part(5, 30), part(15, 30), part(25, 40)], true],
    ['no part', [], false],
    ['four parts', [part(1, 25), part(2, 25), part(3, 25), part(4, 25)], false],
    ['a day twice', [part(5, 50), part(5, 50)], false],
    ['days that go back', [part(15, 50), part(5, 50)], false],
    ['day 0', [part(0, 100)], false],
    ['day 29', [part(29, 100)], false],
    ['a part of a day', [part(1.5, 100)], false],
    ['99 percent', [part(5, 50), part(15, 49)], false],
    ['101 percent', [part(5, 50), part(15, 51)], false],
    ['a part of 0 percent', [part(5, 0), part(15, 100)], false],
    ['a part below 0 percent', [part(5, -10), part(15, 110)], false],
    ['a part of a percent', [part(5, 49.5), part(15, 50.5)], false],
  ])('%s', (_, parts, isValid) => {
    expect(isPlan(parts)).toBe(isValid);
  });
});

describe('planPayments', () => {
  test('splits 300000.00 by 30, 30 and 40 %', () => {
    const parts = [part(5, 30), part(15, 30), part(25, 40)];
    expect(planPayments(moneyFromWire('300000.00'), parts, april)).toEqual([
      { partNumber: 1, dueOn: '2026-04-05', amount: moneyFromWire('90000.00') },
      { partNumber: 2, dueOn: '2026-04-15', amount: moneyFromWire('90000.00') },
      { partNumber: 3, dueOn: '2026-04-25', amount: moneyFromWire('120000.00') },
    ]);
  });

  test('rounds the running share half-up', () => {
    // 1.5, 3 and 5 kopiykas
    const parts = [part(5, 30), part(15, 30), part(25, 40)];
    const amounts = planPayments(kopiykas(5), parts, april).map(({ amount }) => amount);
    expect(amounts).toEqual([2n, 1n, 2n]);
  });

  test('refuses parts that are no plan', () => {
    expect(() => planPayments(kopiykas(100), [part(5, 99)], april)).toThrow(RangeError);
  });

  test('amounts add up to the total, and each is within a kopiyka of its share', () => {
    const anyParts = fc
      .tuple(fc.integer({ min: 1, max: 98 }), fc.integer({ min: 1, max: 98 }))
      .filter(([a, b]) => a + b < 100)
      .map(([a, b]) => [part(1, a), part(11, b), part(21, 100 - a - b)]);
    const anyTotal = fc.bigInt({ min: 0n, max: 10n ** 14n }).map(kopiykas);
    fc.assert(
      fc.property(anyTotal, anyParts, (total, parts) => {
        const payments = planPayments(total, parts, april);
        expect(sumMoney(payments.map(({ amount }) => amount))).toBe(total);
        for (const [index, { amount }] of payments.entries()) {
          const error = amount * 100n - total * BigInt(parts[index]?.percent ?? 0);
          expect(error >= -100n && error <= 100n).toBe(true);
          expect(amount >= 0n).toBe(true);
        }
      }),
    );
  });
});

describe('settleByAdvance', () => {
  const payments = [100, 50, 30].map((amount) => ({ amount: kopiykas(amount) }));

  test.each([
    [0, [100, 50, 30]],
    [100, [0, 50, 30]],
    [120, [0, 30, 30]],
    [200, [0, 0, 0]],
  ])('an advance of %i kopiykas leaves %j unpaid', (advance, expected) => {
    const unpaid = settleByAdvance(kopiykas(advance), payments).map((one) => Number(one.unpaid));
    expect(unpaid).toEqual(expected);
  });
});
