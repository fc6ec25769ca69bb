import { expect, test } from 'vitest';
import { roundUp } from './chart-parts.tsx';

test.each([
  [1, 1],
  [7, 8],
  [96, 100],
  [101, 200],
  [335, 400],
  [1001, 2000],
  [5400, 6000],
])('the scale over %d ends at %d', (value, top) => {
  expect(roundUp(value)).toBe(top);
});
