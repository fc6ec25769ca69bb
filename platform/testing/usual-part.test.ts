import { afterEach, expect, test, vi } from 'vitest';
import { usualPart } from './usual-part.ts';

afterEach(() => vi.unstubAllEnvs());

test.each([
  [10, 3, [0, 4, 7]],
  [4, 4, [0, 1, 2, 3]],
  [2, 5, [0, 1]],
])('of %i rows %i are taken, at equal distances', (length, count, expected) => {
  vi.stubEnv('SVITLO_ALL_TESTS', undefined);
  expect(usualPart([...Array(length).keys()], count)).toEqual(expected);
});

test('rows may be named', () => {
  vi.stubEnv('SVITLO_ALL_TESTS', undefined);
  expect(usualPart([0, 1, 2, 3], (row) => row > 1)).toEqual([2, 3]);
});

test('npm run test:all takes all rows', () => {
  vi.stubEnv('SVITLO_ALL_TESTS', '1');
  expect(usualPart([0, 1, 2], 1)).toEqual([0, 1, 2]);
});
