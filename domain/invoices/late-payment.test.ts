import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kopiykas, moneyFromWire, zeroMoney } from '../money.ts';
import { type BillingPeriod, billingPeriod } from '../time/billing-period.ts';
import { addDays, localDate } from '../time/local-date.ts';
import { type LatePaymentFacts, latePayment } from './late-payment.ts';

const indexes = (rows: Readonly<Record<string, number>>): ReadonlyMap<BillingPeriod, number> =>
  new Map(Object.entries(rows).map(([month, index]) => [billingPeriod(month), index]));

const facts: LatePaymentFacts = {
  debt: moneyFromWire('10000.00'),
  dueOn: localDate('2026-01-20'),
  paidOn: localDate('2026-03-20'),
  annualPercentHundredths: 300,
  inflation: indexes({ '2026-01': 1010, '2026-02': 1020, '2026-03': 1050, '2026-04': 1100 }),
  penalty: null,
};

const late = (dueOn: string, paidOn: string, rest: Partial<LatePaymentFacts> = {}) =>
  latePayment({ ...facts, ...rest, dueOn: localDate(dueOn), paidOn: localDate(paidOn) });

describe('latePayment', () => {
  test.each([
    ['2026-01-20', '2026-01-20', 0],
    ['2026-01-20', '2026-01-10', 0],
    ['2026-01-20', '2026-01-21', 0],
    ['2026-01-20', '2026-01-22', 1],
    ['2025-12-20', '2026-03-11', 80],
    ['2024-02-20', '2024-03-20', 28],
  ])('due %s, paid %s: %i days', (dueOn, paidOn, days) => {
    expect(late(dueOn, paidOn, { inflation: new Map() }).days).toBe(days);
  });

  test('costs nothing when paid in time, also with a penalty', () => {
    expect(late('2026-01-14', '2026-01-15', { penalty: { ratePercentHundredths: 1550, times: 2 } })).toEqual({
      days: 0,
      threePercent: zeroMoney,
      inflation: zeroMoney,
      penalty: zeroMoney,
    });
  });

  test.each([
    // 10000 × 3 % × days / length of the year
    ['365 days of a common year', '2024-12-31', '2026-01-01', 30_000n],
    ['366 days of a leap year', '2023-12-31', '2025-01-01', 30_000n],
    ['365 days of a leap year', '2023-12-31', '2024-12-31', 29_918n],
    // 31 / 365 + 31 / 366 of 300.00
    ['a month of each', '2023-11-30', '2024-02-01', 5089n],
    ['three years', '2023-12-31', '2027-01-01', 90_000n],
  ])('interest counts %s by its length', (_, dueOn, paidOn, threePercent) => {
    expect(late(dueOn, paidOn, { inflation: new Map() }).threePercent).toBe(threePercent);
  });

  test('takes rates of interest and penalty from the contract', () => {
    const rates = { annualPercentHundredths: 1500, penalty: { ratePercentHundredths: 1000, times: 1 } };
    const year = late('2024-12-31', '2026-01-01', { ...rates, inflation: new Map() });
    expect(year).toMatchObject({ threePercent: 150_000n, penalty: 100_000n });
    expect(late('2026-01-20', '2026-03-20').penalty).toBe(zeroMoney);
  });

  test.each([
    // The first day of delay is the day after the due day.
    ['born on the 15th, paid on the 15th', '2026-01-14', '2026-03-15', 10_100n * 10_200n],
    ['born on the 16th', '2026-01-15', '2026-03-15', 10_000n * 10_200n],
    ['paid on the 16th', '2026-01-14', '2026-02-16', 10_100n * 10_200n],
    ['paid on the 15th', '2026-01-14', '2026-02-15', 10_100n * 10_000n],
    ['within the first half of a month', '2026-01-01', '2026-01-15', 10_000n * 10_000n],
    ['within the second half of a month', '2026-01-16', '2026-01-31', 10_000n * 10_000n],
    ['over the middle of a month', '2026-01-10', '2026-01-20', 10_100n * 10_000n],
    ['over half a month and half the next', '2026-01-20', '2026-02-10', 10_000n * 10_000n],
    ['due on the last day of a month', '2026-01-31', '2026-03-01', 10_000n * 10_200n],
  ])('inflation: %s', (_, dueOn, paidOn, product) => {
    expect(late(dueOn, paidOn).inflation).toBe(product / 100n - 1_000_000n);
  });

  test.each([
    // 1.02 × 0.99 × 1.01 = 1.019898
    ['deflation between', { '2026-02': 1020, '2026-03': 990, '2026-04': 1010 }, 19_898n],
    ['deflation over all is no loss', { '2026-02': 980, '2026-03': 1010, '2026-04': 1000 }, 0n],
    ['no month after the last published', { '2026-02': 1020 }, 20_000n],
    ['nothing is published', {}, 0n],
    // 1.007³ = 1.021147343: 211.47343
    ['the exact product of the indexes', { '2026-02': 1007, '2026-03': 1007, '2026-04': 1007 }, 21_147n],
  ])('inflation: %s', (_, rows, sum) => {
    expect(late('2026-01-20', '2026-05-05', { inflation: indexes(rows) }).inflation).toBe(sum);
  });

  test('inflation: half a kopiyka is rounded up, and indexes may come in any order', () => {
    const inflation = indexes({ '2026-03': 1000, '2026-02': 1010, '2026-04': 1000, '2026-01': 1000 });
    expect(late('2026-01-20', '2026-05-05', { inflation, debt: kopiykas(150) }).inflation).toBe(2n);
    const unordered = indexes({ '2026-03': 1020, '2026-02': 1010 });
    expect(late('2026-01-20', '2026-05-05', { inflation: unordered }).inflation).toBe(30_200n);
  });

  test('inflation: a large debt grows by the exact product of the indexes', () => {
    // 1.014 × 0.995 × 1.014 = 1.02305502
    const inflation = indexes({ '2026-01': 1014, '2026-02': 995, '2026-03': 1014 });
    const debt = moneyFromWire('100000000.00');
    expect(late('2025-12-29', '2026-03-30', { inflation, debt }).inflation).toBe(moneyFromWire('2305502.00'));
  });

  test('refuses indexes with a gap', () => {
    const inflation = indexes({ '2026-02': 1020, '2026-04': 1010 });
    expect(() => late('2026-01-20', '2026-05-05', { inflation })).toThrow(RangeError);
  });

  test('interest grows with each day by a day of a leap or a common year, within a kopiyka', () => {
    fc.assert(
      fc.property(fc.nat({ max: 3000 }), fc.bigInt({ min: 0n, max: 10n ** 12n }), (days, debt) => {
        const until = (count: number) =>
          latePayment({
            ...facts,
            debt: kopiykas(debt),
            paidOn: addDays(facts.dueOn, count + 1),
            inflation: new Map(),
          }).threePercent;
        const step = until(days + 1) - until(days);
        const daily = (length: bigint) => (debt * 3n) / (100n * length);
        expect(step >= daily(366n) && step <= daily(365n) + 1n).toBe(true);
      }),
    );
  });
});
