import { expect, test } from 'vitest';
import { searchOutcome } from './parts-query.ts';

const words = {
  all: '{n} {n|стаття|статті|статей}',
  found: 'Знайдено {n} {n|статтю|статті|статей}',
  nothing: 'Нічого не знайдено',
};

test.each([
  [3, false, '3 статті'],
  [1, true, 'Знайдено 1 статтю'],
  [0, true, 'Нічого не знайдено'],
  // Where there is nothing at all the list says so.
  [0, false, ''],
])('%i found, by a search: %s – «%s»', (count, isSearch, expected) => {
  expect(searchOutcome(words, count, isSearch)).toBe(expected);
});
