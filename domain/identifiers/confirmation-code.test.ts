import { expect, test } from 'vitest';
import { confirmationAlphabet, tidyConfirmationCode } from './account-codes.ts';

test.each([
  ['ab3d', 'AB3D'],
  [' A B 3 D ', 'AB3D'],
  ['O0oО', '0000'],
  ['Il1і', '1111'],
  ['АВСЕ', 'ABCE'],
  ['нкрт', 'HKPT'],
  ['', ''],
])('tidyConfirmationCode reads %j as %j', (typed, meant) => {
  expect(tidyConfirmationCode(typed)).toBe(meant);
});

test('tidyConfirmationCode keeps every character of the alphabet, which has 32 distinct ones', () => {
  expect(new Set(confirmationAlphabet).size).toBe(32);
  expect(tidyConfirmationCode(confirmationAlphabet)).toBe(confirmationAlphabet);
});
