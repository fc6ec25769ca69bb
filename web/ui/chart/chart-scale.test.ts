import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tickOf } from '#web/features/reports/report-charts.tsx';
import { showTick } from '#web/lib/numbers/show-decimal.ts';
import { barAt } from './bar-chart.tsx';
import { roundUp } from './chart-parts.tsx';

test.each([
  [1, 1],
  [7, 8],
  [96, 100],
  [101, 200],
  [335, 400],
  [1001, 2000],
  [5400, 6000],
])('the scale over %d ends at %d', (value, top) => expect(roundUp(value)).toBe(top));

const read = (words: string) => Number(words.replace(/[^\d,]/g, '').replace(',', '.'));
const near = (value: number) => expect.closeTo(value, Math.max(0, 10 - Math.floor(Math.log10(value))));

test('the ticks of a scale of any size are what they say, at its top and in its middle', () =>
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: -8, max: 8 }), (digits, power) => {
      const value = digits * 10 ** power;
      const top = roundUp(value);
      expect(top).toBeGreaterThanOrEqual(value);
      for (const tick of [top, top / 2]) {
        expect(read(showTick(tick))).toEqual(near(tick));
        expect(read(tickOf('money')(tick))).toEqual(near(tick));
        expect(read(tickOf('duration')(tick))).toEqual(near(tick));
        expect(read(tickOf('share')(tick))).toEqual(near(tick * 100));
      }
    }),
  ));

test.each([
  [0, '0'],
  [0.25, '0,25'],
  [0.015, '0,015'],
  [2.5, '2,5'],
  [-0.5, '\u22120,5'],
  [1500, '1\u00a0500'],
])('showTick of %d is %s', (value, words) => expect(showTick(value)).toBe(words));

test.each([
  [0, 130, 13, 0],
  [64, 130, 13, 6],
  [129, 130, 13, 12],
  [-20, 130, 13, 0],
  [150, 130, 13, 12],
  [5, 0, 13, 0],
])('barAt of %d px in %d px of %d bars is %d', (distance, width, count, index) =>
  expect(barAt(distance, width, count)).toBe(index),
);
