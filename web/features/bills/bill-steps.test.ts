import fc from 'fast-check';
import { expect, test } from 'vitest';
import { kopiykas, moneyToWire } from '#domain/money.ts';
import { billSteps } from './bill-document.tsx';

const bill = {
  opening: '100.00',
  charged: '432.00',
  recalculated: '0.00',
  benefit: '0.00',
  corrected: '0.00',
  paid: '100.00',
  closing: '432.00',
};

test('billSteps starts each step where the one before ended and the last at zero', () =>
  expect(billSteps(bill).map(({ name, from, to }) => [name, round(from), round(to)])).toEqual([
    ['opening', 0, 0.188],
    ['charged', 0.188, 1],
    ['paid', 0.812, 1],
    ['closing', 0, 0.812],
  ]));

test('billSteps has a step for a recalculation that reduces the sum; an overpayment is below zero', () => {
  const steps = billSteps({ ...bill, recalculated: '-32.00', closing: '400.00' });
  expect(steps.map(({ name }) => name)).toContain('recalculated');
  expect(steps.at(-1)?.sum).toBe(40_000n);
  const overpaid = billSteps({ ...bill, opening: '-500.00', paid: '0.00', closing: '-68.00' });
  expect(overpaid[0]).toMatchObject({ from: 0, to: 1, zero: 1 });
});

test('billSteps puts a benefit and a correction before the payments', () => {
  const steps = billSteps({ ...bill, benefit: '-120.00', corrected: '20.00', closing: '332.00' });
  const names = steps.map(({ name }) => name);
  expect(names).toEqual(['opening', 'charged', 'benefit', 'corrected', 'paid', 'closing']);
  expect(steps.map(({ sum }) => sum)).toEqual([10_000n, 43_200n, -12_000n, 2_000n, -10_000n, 33_200n]);
});

test('billSteps keeps every step within the scale for any sums', () => {
  const sum = fc.integer({ min: -1_000_000, max: 1_000_000 });
  fc.assert(
    fc.property(sum, sum, sum, sum, sum, (opening, charged, recalculated, benefit, paid) => {
      const wire = (value: number) => moneyToWire(kopiykas(value));
      const steps = billSteps({
        opening: wire(opening),
        charged: wire(charged),
        recalculated: wire(recalculated),
        benefit: wire(benefit),
        corrected: wire(0),
        paid: wire(paid),
        closing: wire(opening + charged + recalculated + benefit - paid),
      });
      for (const { from, to } of steps) {
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeLessThanOrEqual(1);
        expect(from).toBeLessThanOrEqual(to);
      }
    }),
  );
});

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
