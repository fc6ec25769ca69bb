import { expect, test } from 'vitest';
import { checkField } from '#contract/field-rules.ts';
import { fullPhone, plainAccount } from './typed-values.ts';

test.each([
  ['050 111-00-01', '+380501110001'],
  ['+38 050 111 00 01', '+380501110001'],
  ['50 111 00 01', '+380501110001'],
])('the phone %j goes to the server with the prefix', (typed, sent) => {
  expect(fullPhone(typed)).toBe(sent);
  expect(checkField('phone', sent)).toBeUndefined();
});

test('an empty phone is missing, one without a digit is reported by its length', () => {
  expect(checkField('phone', fullPhone(''))).toEqual({ code: 'field.required' });
  expect(checkField('phone', fullPhone('50111000'))).toEqual({ code: 'field.phoneLength' });
});

test('an account copied from a bill loses its spaces', () => {
  expect(plainAccount(' 10 0000 0001 ')).toBe('1000000001');
});
