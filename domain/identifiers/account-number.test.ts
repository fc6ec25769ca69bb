import { expect, test } from 'vitest';
import { parseAccountNumber } from './account-codes.ts';

const tenDigits = /^\d{10}$/;

test.each([
  ['2390001111', '2390001111'],
  ['0000000001', '0000000001'],
  [' 239 000 1111 ', '2390001111'],
])('parseAccountNumber reads %j as %s', (text, number) => {
  expect(parseAccountNumber(text, tenDigits)).toBe(number);
});

test.each(['', '239000111', '23900011111', '239000111O', '-390001111', '2390001111\n1'])(
  'parseAccountNumber refuses %j',
  (text) => {
    expect(parseAccountNumber(text, tenDigits)).toBeUndefined();
  },
);

test('parseAccountNumber follows the pattern of the supplier', () => {
  expect(parseAccountNumber('00123456', /^\d{8}$/)).toBe('00123456');
  expect(parseAccountNumber('2390001111', /^\d{8}$/)).toBeUndefined();
});
