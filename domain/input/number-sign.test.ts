import { expect, test } from 'vitest';
import { findWrongNumberSign } from './number-sign.ts';

test.each([
  ['43\u041e,50', { code: 'field.cyrillicLetter', n: 3, sign: '\u041e' }],
  ['12l', { code: 'field.latinLetter', n: 3, sign: 'l' }],
  ['432,50 грн', { code: 'field.cyrillicLetter', n: 8, sign: 'г' }],
  ['\u202a1 00\u00a00;50', { code: 'field.strayCharacter', n: 7, sign: ';' }],
  ['₴432', { code: 'field.strayCharacter', n: 1, sign: '₴' }],
])('findWrongNumberSign of %j is the character and its place', (typed, wrong) => {
  expect(findWrongNumberSign(typed)).toEqual(wrong);
});

test.each(['432,50', '-1 234.5', '\u2212120', '1,2,3', ''])('findWrongNumberSign of %j is none', (typed) => {
  expect(findWrongNumberSign(typed)).toBeUndefined();
});
