import fc from 'fast-check';
import { expect, test } from 'vitest';
import { kopiykas, sumMoney } from '../money.ts';
import { addMonths, billingPeriod } from '../time/billing-period.ts';
import { allocatePayment, type PeriodSum } from './allocate-payment.ts';

const owed = (period: string, amount: number): PeriodSum => ({
  period: billingPeriod(period),
  amount: kopiykas(amount),
});

const debts = [owed('2026-10', 43200), owed('2026-08', 30000), owed('2026-09', 20000)];

test('allocatePayment settles the oldest debt first without a period', () => {
  expect(allocatePayment(kopiykas(40000), debts)).toEqual({
    settled: [owed('2026-08', 30000), owed('2026-09', 10000)],
    advance: 0n,
  });
});

test('allocatePayment settles the named month, then the oldest', () => {
  expect(allocatePayment(kopiykas(50000), debts, billingPeriod('2026-10'))).toEqual({
    settled: [owed('2026-10', 43200), owed('2026-08', 6800)],
    advance: 0n,
  });
});

test('allocatePayment returns the excess over all debts as an advance', () => {
  expect(allocatePayment(kopiykas(100000), debts).advance).toBe(6800n);
  expect(allocatePayment(kopiykas(500), [])).toEqual({ settled: [], advance: 500n });
});

test('allocatePayment skips an overpaid month', () => {
  expect(
    allocatePayment(kopiykas(500), [owed('2026-08', -100), owed('2026-09', 0), owed('2026-10', 700)]),
  ).toEqual({
    settled: [owed('2026-10', 500)],
    advance: 0n,
  });
});

test('allocatePayment refuses a payment of zero', () => {
  expect(() => allocatePayment(kopiykas(0), debts)).toThrow(RangeError);
});

test('allocatePayment loses no kopiyka and settles nothing newer before the older', () => {
  const amounts = fc.array(fc.integer({ min: -1000, max: 100_000 }), { maxLength: 12 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500_000 }), amounts, (payment, list) => {
      const months = list.map((amount, n) => ({
        period: addMonths(billingPeriod('2026-01'), n),
        amount: kopiykas(amount),
      }));
      const { settled, advance } = allocatePayment(kopiykas(payment), months.toReversed());
      expect(sumMoney([...settled.map(({ amount }) => amount), advance])).toBe(BigInt(payment));
      const owing = months.filter(({ amount }) => amount > 0n);
      expect(settled.map(({ period }) => period)).toEqual(
        owing.slice(0, settled.length).map(({ period }) => period),
      );
      expect(settled.slice(0, -1)).toEqual(owing.slice(0, Math.max(settled.length - 1, 0)));
      if (advance > 0n) expect(settled).toEqual(owing);
    }),
  );
});
