import { expect, test } from 'vitest';
import { newUniqueCodeAlphabet, parseUniqueCode } from './account-codes.ts';

test.each([
  ['AB12CD', 'AB12CD'],
  [' ab12 cd ', 'AB12CD'],
  ['АВ12СК', 'AB12CK'],
  ['123456789012', '123456789012'],
])('parseUniqueCode reads %j as %s', (text, code) => {
  expect(parseUniqueCode(text)).toBe(code);
});

test.each(['', 'AB12C', '1234567890123', 'AB-12CD', 'ЖЖ12СК'])('parseUniqueCode refuses %j', (text) => {
  expect(parseUniqueCode(text)).toBeUndefined();
});

test('newUniqueCodeAlphabet has 30 distinct characters without look-alikes', () => {
  expect(new Set(newUniqueCodeAlphabet).size).toBe(30);
  expect(newUniqueCodeAlphabet).not.toMatch(/[01ILOU]/);
  for (const sign of newUniqueCodeAlphabet) expect(parseUniqueCode(sign.repeat(8))).toBe(sign.repeat(8));
});
