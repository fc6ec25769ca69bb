import { expect, test } from 'vitest';
import { checkTotp } from './totp-step.tsx';

test('checkTotp accepts six digits', () => {
  expect(checkTotp('totp', '012345')).toBeUndefined();
});

test.each([
  ['', "Це поле обов'язкове для заповнення"],
  ['12345', 'Код має містити 6 цифр'],
  ['12345A', 'Код має містити 6 цифр'],
])('checkTotp refuses the code %j at its field', (code, words) => {
  expect(checkTotp('totp', code)?.fields.totp?.text).toBe(words);
});
