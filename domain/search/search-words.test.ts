import { expect, test } from 'vitest';
import { searchQuery, searchWords, twinOf } from './search-words.ts';

test.each([
  ['nothing', ' .,!? ', []],
  ['small letters, each word once', 'Борг, БОРГ борг', ['борг']],
  ['apostrophes of every kind', "об'єкт об’єкт обʼєкт об`єкт об′єкт", ['обєкт']],
  ['a stress mark and a soft hyphen', 'раху\u0301нок пере\u00adрахунок', ['рахунок', 'перерахунок']],
  ['a letter of two code points', 'і\u0308жак', ['їжак']],
  ['ґ as г', 'Ґанок, ганок', ['ганок']],
  ['Latin look-alikes in Cyrillic words alone', 'пoкaзання iншi PDF', ['показання', 'інші', 'pdf']],
  ['units and numbers', 'кВт·год, 12,5 грн №1', ['квт', 'год', '12', '5', 'грн', '1']],
  ['what is between hyphens', 'e-mail день-ніч', ['e', 'mail', 'день', 'ніч']],
])('searchWords of %s', (_, text, words) => {
  expect(searchWords(text)).toEqual(words);
});

test.each([
  ['44b', '44в'],
  ['12а', '12a'],
  ['tapac', 'тарас'],
  ['садова', undefined],
  ['44d', undefined],
  ['44', undefined],
])('twinOf %j is %j', (word, twin) => {
  expect(twinOf(word)).toBe(twin);
});

test('searchWords cuts a word that no index takes', () => {
  expect(searchWords('а'.repeat(3000))).toEqual(['а'.repeat(60)]);
});

test.each([
  ['', ''],
  ['Борг', "'борг':*"],
  ['боргу', "'борг':*"],
  ['перерахунку', "'перераху':*"],
  ["об'єкта 12345678", "'обєк':* & '12345678':*"],
  ["борг' | !x:*", "'борг':* & 'x':*"],
  ['рахунок рахунки', "'рахун':*"],
])('searchQuery of %j is %j', (typed, query) => {
  expect(searchQuery(typed)).toBe(query);
});

// What is looked for, and a form of it that a text has.
test.each([
  ['перерахунки', 'Просимо про перерахунок'],
  ['напругою', 'низька напруга'],
  ['боргом', 'повідомлення про борг'],
  ['показань', 'передати показання'],
  ['пoкaзань', 'передати показання'],
  ['Ґрунтова', 'грунтовий'],
  ["комп'ютер", 'компʼютери'],
  ['квитанція', 'немає квитанції'],
  ['платіж', 'платіж не пройшов'],
])('%j finds %j', (typed, text) => {
  const stems = searchQuery(typed)
    .split(' & ')
    .map((term) => term.slice(1, -3));
  const words = searchWords(text);
  expect(stems.every((stem) => words.some((word) => word.startsWith(stem)))).toBe(true);
});
