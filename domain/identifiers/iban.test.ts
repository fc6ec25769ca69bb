import { expect, test } from 'vitest';
import { parseIban } from './iban.ts';

test.each([
  'UA223052990000026001234567890',
  'UA883226690000026005012107132',
  'UA113052990000026038000123456',
  'UA213223130000026007233566001',
  'UA673005280000026500504354077',
])('parseIban accepts %s', (iban) => {
  expect(parseIban(iban)).toBe(iban);
});

test('parseIban accepts a number in groups of four', () => {
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
])('parseIban refuses: %s', (_, text) => {
  expect(parseIban(text)).toBeUndefined();
});
