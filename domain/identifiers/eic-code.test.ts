import { expect, test } from 'vitest';
import { eicCheckCharacter, parseEicCode } from './eic-code.ts';

test.each([
  '22XWATTPLUS----G',
  '10Y1001C--00003F',
  '10YUA-WEPS-----0',
  '10Y1001C--000182',
  '10X1001C--00001X',
  '62Z0123456789017',
  '62Z5100000247A0V',
  '62Z730000098765W',
  '62X003485000012Y',
])('the published code %s is right', (code) => {
  expect(parseEicCode(code)).toBe(code);
});

test.each([
  ['62Z012345678901', '7'],
  ['62Z5100000247A0', 'V'],
  ['62Z730000098765', 'W'],
  ['62X003485000012', 'Y'],
])('the body %s is checked by %s', (body, check) => {
  expect(eicCheckCharacter(body)).toBe(check);
});

test('small letters, spaces and Cyrillic look-alikes are read as they were meant', () => {
  expect(parseEicCode(' 62z5100000247а0v ')).toBe('62Z5100000247A0V');
  expect(parseEicCode('62Х003485000012Y')).toBe('62X003485000012Y');
});

test('one wrong character anywhere is noticed', () => {
  const code = '62Z0123456789017';
  for (let index = 0; index < code.length; index++) {
    const wrong = code.charAt(index) === '3' ? '4' : '3';
    expect(parseEicCode(code.slice(0, index) + wrong + code.slice(index + 1))).toBeUndefined();
  }
});

test.each([
  '',
  '62Z012345678901',
  '62Z01234567890177',
  '!2Z01234567890187',
  '62Z01234567890!7',
  '62Z012345678901-',
])('%j is no code at all', (text) => {
  expect(parseEicCode(text)).toBeUndefined();
});

test('a body whose check character would be a hyphen gives no code', () => {
  const body = Array.from({ length: 100 }, (_, n) => `62Z0123456789${String(n).padStart(2, '0')}`).find(
    (candidate) => eicCheckCharacter(candidate) === '-',
  );
  expect(body).toBeDefined();
  expect(parseEicCode(`${body}-`)).toBeUndefined();
});
