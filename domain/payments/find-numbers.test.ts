import { expect, test } from 'vitest';
import { findNumbers } from './find-numbers.ts';

test.each([
  ['', []],
  ['за світло', []],
  ['12', [{ start: 0, end: 2, introduction: 'none', isPart: false }]],
  [
    'о/р 7, буд. 5а',
    [
      { start: 4, end: 5, introduction: 'account', isPart: false },
      { start: 12, end: 13, introduction: 'none', isPart: true },
    ],
  ],
])('findNumbers finds the numbers of %j with the word before them', (text, numbers) => {
  expect(findNumbers(text)).toEqual(numbers);
});
