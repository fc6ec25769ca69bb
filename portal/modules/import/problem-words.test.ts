import { expect, test } from 'vitest';
import { wordsOf } from './problem-words.template.ts';

const place = (n: number, sign: string, kind: string) =>
  `Перевірте коректність введених даних: ${n}-й символ «${sign}» ${kind}`;

test.each([
  ['value.accountNumber', '239000111О', place(10, 'О', '— кирилична літера')],
  ['value.edrpou', '1436O570', place(5, 'O', '— латинська літера')],
  ['value.iban', 'UA11305299000002603800012345Ж', place(29, 'Ж', '— кирилична літера')],
  ['value.email', 'оленa@ukr.net', place(2, 'л', '— кирилична літера')],
  ['value.money', '100 грн', place(4, 'г', '— кирилична літера')],
  ['value.dial', '12;5', place(3, ';', 'зайвий')],
])('wordsOf: %s of %s names the character', (code, value, words) => {
  expect(wordsOf({ code, value })).toContain(`. ${words}`);
});

test('wordsOf names no character of a value that only has another length or check digit', () => {
  expect(wordsOf({ code: 'value.edrpou', value: '14360571' })).not.toContain('символ');
  expect(wordsOf({ code: 'value.date', value: 'вчора' })).not.toContain('символ');
});
