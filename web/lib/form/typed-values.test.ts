import { expect, test } from 'vitest';
import { checkField } from '#contract/field-rules.ts';
import { fullPhone } from './typed-values.ts';

test.each([
  ['050 111-00-01', '+380501110001'],
  ['+38 050 111 00 01', '+380501110001'],
  ['50 111 00 01', '+380501110001'],
  ['8 050 111 00 01', '+380501110001'],
  ['00380501110001', '+380501110001'],
  ['\u202a+380501110001\u202c', '+380501110001'],
])('the phone %j goes to the server with the prefix', (typed, sent) => {
  expect(fullPhone(typed)).toBe(sent);
  expect(checkField('phone', sent)).toBeUndefined();
});

test('an empty phone is missing, one without a digit is reported by its length', () => {
  expect(checkField('phone', fullPhone(''))).toEqual({ code: 'field.required' });
  expect(checkField('phone', fullPhone('50111000'))).toEqual({ code: 'field.phoneLength' });
});
