import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { roundHours } from './hourly.ts';

describe('roundHours', () => {
  test.each([
    [[], []],
    [
      [0, 0],
      [0, 0],
    ],
    [[499], [0]],
    [[500], [1]],
    [
      [1500, 1500],
      [2, 1],
    ],
    [
      [250, 250, 0, 250, 250],
      [0, 1, 0, 0, 0],
    ],
    [
      [7000, 8000],
      [7, 8],
    ],
  ])('%j thousandths are %j kWh', (values, hours) => {
    expect(roundHours(values)).toEqual(hours);
  });

  test.each([[-1], [0.5], [Number.NaN], [Number.POSITIVE_INFINITY], [2 ** 53]])('refuses %d', (value) => {
    expect(() => roundHours([value])).toThrow(RangeError);
  });

  test('changes each hour and the sum by at most 1 kWh and makes none negative', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 100_000_000 }), { maxLength: 750 }), (values) => {
        const hours = roundHours(values);
        expect(hours).toHaveLength(values.length);
        const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0);
        expect(Math.abs(sum(hours) * 1000 - sum(values))).toBeLessThanOrEqual(1000);
        for (const [index, hour] of hours.entries()) {
          expect(hour).toBeGreaterThanOrEqual(0);
          expect(Number.isInteger(hour)).toBe(true);
          expect(Math.abs(hour * 1000 - (values[index] ?? 0))).toBeLessThanOrEqual(1000);
        }
      }),
    );
  });
});
