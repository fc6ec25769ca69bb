import { expect, test } from 'vitest';
import { refusalOfChecks } from '#web/lib/form/form-problems.ts';
import { checkTotp } from './second-factor-steps.tsx';

test('checkTotp accepts six digits', () => expect(checkTotp('012345')).toBeUndefined());

test.each([
  ['', "Це поле обов'язкове для заповнення"],
  ['12345', 'Код має містити 6 цифр'],
  ['12345A', 'Код має містити 6 цифр'],
])('checkTotp refuses the code %j at its field', (code, words) =>
  expect(refusalOfChecks({ totp: checkTotp(code) })?.fields.totp?.text).toBe(words),
);
