import { expect, test } from 'vitest';
import { hasWords, piecesOf, splitWords } from './find-words.ts';

test.each([
  ['об’єкт', "об'єкта немає"],
  ["об'єкт", 'Додати об’єкт'],
  ['ПОКАЗАННЯ', 'Як зняти показання'],
  ['зня показ', 'Як зняти показання'],
  ['показання зняти', 'Як зняти показання'],
  ['нічн', 'День-нічний тариф'],
  ['день-ніч', 'День-нічний тариф'],
  ['312', 'Постанова № 312'],
  ['2019-viii', 'Закон 2019-VIII'],
  ['', 'будь-що'],
  [' ,.! ', 'будь-що'],
])('“%s” finds “%s”', (term, text) => expect(hasWords(text, splitWords(term))).toBe(true));

test.each([
  ['казання', 'Як зняти показання'],
  ['показання оплата', 'Як зняти показання'],
  ['еє', 'об’єкт'],
])('“%s” does not find “%s”', (term, text) => expect(hasWords(text, splitWords(term))).toBe(false));

test('what was looked for is apart, and the pieces are the text', () => {
  const text = 'Об’єкти: два об’єкти';
  const pieces = piecesOf(text, splitWords("об'єк дв"));
  expect(pieces.filter(({ found }) => found).map((piece) => piece.text)).toEqual(['Об’єк', 'дв', 'об’єк']);
  expect(pieces.map((piece) => piece.text).join('')).toBe(text);
});

test('of two beginnings of a word the longer is apart; nothing looked for, nothing apart', () => {
  expect(piecesOf('показання', splitWords('по показ'))).toEqual([
    { text: 'показ', found: true },
    { text: 'ання', found: false },
  ]);
  expect(piecesOf('текст', [])).toEqual([{ text: 'текст', found: false }]);
  expect(piecesOf('', [])).toEqual([]);
});
