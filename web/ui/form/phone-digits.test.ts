import { expect, test } from 'vitest';
import { groupPhoneDigits, nationalDigits } from './phone-field.tsx';

test.each([
  ['501110001', '501110001'],
  ['50 111 00 01', '501110001'],
  ['0501110001', '501110001'],
  ['+380501110001', '501110001'],
  ['+38 (050) 111-00-01', '501110001'],
  ['380501110001', '501110001'],
  ['00380501110001', '501110001'],
  ['8 050 111 00 01', '501110001'],
  ['\u202a+380501110001\u202c', '501110001'],
  ['０５０１１１０００１', '501110001'],
  ['3805011', '3805011'],
  ['50111000123', '50111000123'],
  ['', ''],
])('a number typed as "%s" is understood as "%s"', (typed, digits) => {
  expect(nationalDigits(typed)).toBe(digits);
});

test('a whole number is shown in groups 2-3-2-2 and an unfinished one is left alone', () => {
  expect(groupPhoneDigits('501110001')).toBe('50 111 00 01');
  expect(groupPhoneDigits('50111')).toBe('50111');
});
