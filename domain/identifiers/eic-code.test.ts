import { expect, test } from 'vitest';
import { eicCheckCharacter, findEicCodes, parseEicCode } from './eic-code.ts';

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
])('parseEicCode accepts the published code %s', (code) => {
  expect(parseEicCode(code)).toBe(code);
});

test.each([
  ['62Z012345678901', '7'],
  ['62Z5100000247A0', 'V'],
  ['62Z730000098765', 'W'],
  ['62X003485000012', 'Y'],
])('eicCheckCharacter of the body %s is %s', (body, check) => {
  expect(eicCheckCharacter(body)).toBe(check);
});

test('parseEicCode normalizes small letters, spaces and Cyrillic look-alikes', () => {
  expect(parseEicCode(' 62z5100000247а0v ')).toBe('62Z5100000247A0V');
  expect(parseEicCode('62Х003485000012Y')).toBe('62X003485000012Y');
});

test('parseEicCode detects one wrong character at any position', () => {
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
])('parseEicCode refuses %j', (text) => {
  expect(parseEicCode(text)).toBeUndefined();
});

test('parseEicCode refuses a body whose check character is a hyphen', () => {
  const body = Array.from({ length: 100 }, (_, n) => `62Z0123456789${String(n).padStart(2, '0')}`).find(
    (candidate) => eicCheckCharacter(candidate) === '-',
  );
  expect(body).toBeDefined();
  expect(parseEicCode(`${body}-`)).toBeUndefined();
});

test.each([
  ['EIC 62Z5100000247A0V', ['62Z5100000247A0V']],
  ['за світло, ЕІС:62z5100000247а0v, жовтень', ['62Z5100000247A0V']],
  ['EIC62Z730000098765W', ['62Z730000098765W']],
  ['EIC-код 62X003485000012Y; 62X003485000012Y', ['62X003485000012Y']],
  ['22XWATTPLUS----G', ['22XWATTPLUS----G']],
  ['EIC 62Z5100000247A0W', []],
  ['Договір № 2390001112 від 01.02.2024', []],
  ['UA213223130000026007233566001', []],
  ['', []],
])('findEicCodes of %j is %j', (text, codes) => {
  expect(findEicCodes(text)).toEqual(codes);
});
