import { expect, test } from 'vitest';
import { levelOf } from './heat-map.tsx';
import { linePath, spreadEnds } from './line-chart.tsx';

test('linePath leaves gaps, and a value between two gaps is a dot', () => {
  expect(linePath([0, 5, null, 10, null], 10)).toBe('M0 100L25 50M75 0h0');
  expect(linePath([], 10)).toBe('');
  expect(linePath([null, null], 10)).toBe('');
});

test('spreadEnds keeps values at the ends apart and inside', () => {
  expect(spreadEnds([10, 50])).toEqual([10, 50]);
  expect(spreadEnds([50, 50])).toEqual([50, 59]);
  expect(spreadEnds([100, 98, 0])).toEqual([100, 91, 0]);
});

test('levelOf is 0 only for nothing, and 6 for the largest', () =>
  expect([null, 0, 1, 25, 60, 100].map((value) => levelOf(value, 100))).toEqual([0, 0, 1, 2, 4, 6]));
