import { expect, test } from 'vitest';
import { parseUniqueCode } from './unique-code.ts';

test.each([
  ['AB12CD', 'AB12CD'],
  [' ab12 cd ', 'AB12CD'],
  ['АВ12СК', 'AB12CK'],
  ['123456789012', '123456789012'],
])('the contract code %j is %s', (text, code) => {
  expect(parseUniqueCode(text)).toBe(code);
});

test.each(['', 'AB12C', '1234567890123', 'AB-12CD', 'ЖЖ12СК'])('%j is no contract code', (text) => {
  expect(parseUniqueCode(text)).toBeUndefined();
});
