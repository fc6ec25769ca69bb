import { expect, test } from 'vitest';
import { bankCodeOf, type Iban, parseIban } from './iban.ts';

test.each([
  'UA223052990000026001234567890',
  'UA883226690000026005012107132',
  'UA113052990000026038000123456',
  'UA213223130000026007233566001',
  'UA673005280000026500504354077',
])('the bank account %s is right', (iban) => {
  expect(parseIban(iban)).toBe(iban);
});

test('a number copied in groups of four is the same number', () => {
  expect(parseIban('ua11 3052 9900 0002 6038 0001 2345 6')).toBe('UA113052990000026038000123456');
});

test.each([
  ['sample of the act, wrong check digits', 'UA783226690000026005012107358'],
  ['one digit changed', 'UA113052990000026038000123457'],
  ['two digits swapped', 'UA113052990000026038000123465'],
  ['too short', 'UA11305299000002603800012345'],
  ['a digit too many', 'UA8530529900000260380001234560'],
  ['a sign before it', 'XUA113052990000026038000123456'],
  ['another country', 'PL113052990000026038000123456'],
  ['empty', ''],
])('a bank account is refused: %s', (_, text) => {
  expect(parseIban(text)).toBeUndefined();
});

test('the bank is inside the number', () => {
  expect(bankCodeOf('UA113052990000026038000123456' as Iban)).toBe('305299');
});
