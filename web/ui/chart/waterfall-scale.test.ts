import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type WaterfallValue, waterfallScale } from './waterfall.tsx';

const total = (value: number): WaterfallValue => ({ kind: 'total', value });
const change = (value: number): WaterfallValue => ({ kind: 'change', value });
const round = (value: number | null) => (value === null ? null : Math.round(value * 100) / 100);
const drawn = (steps: readonly WaterfallValue[]) => {
  const { places, zero, openEnd } = waterfallScale(steps);
  return [...places.map(({ from, to, end }) => [from, to, end].map(round).join(' ')), openEnd ?? round(zero)];
};

test.each([
  ['large changes begin at 0', [total(100), change(150), total(250)], ['0 0.4 0.4', '0.4 1 1', '0 1 1', 0]],
  [
    'small changes are shown from nearer',
    [total(1000), change(100), total(1100)],
    ['0 0.29 0.29', '0.29 1 1', '0 1 1', 'low'],
  ],
  [
    'an overpayment that becomes a debt lies on both sides of nothing',
    [total(-50), change(150), total(100)],
    ['0 0.33 0', '0 1 1', '0.33 1 1', 0.33],
  ],
  [
    'overpayments that differ little hang from above',
    [total(-1000), change(-100), total(-1100)],
    ['0.71 1 0.71', '0 0.71 0', '0 1 0', 'high'],
  ],
  ['nothing at all', [total(0), total(0)], ['0 0 0', '0 0 0', 0]],
  ['the same twice', [total(10), total(10)], ['0 1 1', '0 1 1', 0]],
])('%s', (_, steps, places) => expect(drawn(steps)).toEqual(places));

test('every step lies on the scale and goes on where the one before ended', () => {
  const value = fc.integer({ min: -1_000_000, max: 1_000_000 });
  fc.assert(
    fc.property(value, fc.array(value, { maxLength: 9 }), (base, changes) => {
      const sum = changes.reduce((all, one) => all + one, base);
      const { places } = waterfallScale([total(base), ...changes.map(change), total(sum)]);
      for (const { from, to } of places) {
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeLessThanOrEqual(1);
        expect(from).toBeLessThanOrEqual(to);
      }
      changes.forEach((_, index) => {
        const { end } = places[index] ?? { end: Number.NaN };
        const next = places[index + 1];
        expect([next?.from, next?.to]).toContain(end);
      });
    }),
  );
});
