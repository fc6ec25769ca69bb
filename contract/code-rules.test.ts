import { expect, test } from 'vitest';
import { type CodeName, checkCode } from './code-rules.ts';
import type { FieldProblem } from './field-rules.ts';
import { ruledCode } from './ruled-field.ts';

const invalid: FieldProblem = { code: 'field.invalid' };

test.each<[CodeName, string, FieldProblem | undefined]>([
  ['eic', ' \u200b', { code: 'field.required' }],
  ['eic', '62\u0425003485000012y\u200b', undefined],
  ['eic', '62X00348500001\u04162', { code: 'field.cyrillicLetter', n: 15, sign: '\u0416' }],
  ['eic', '62X003485000013Y', invalid],
  ['iban', 'UA22 3052 9900 0002 6001 2345 6789 0\u202c', undefined],
  [
    'iban',
    'UA22 3052 9900 0002 6001 2345 6789 \u0416',
    { code: 'field.cyrillicLetter', n: 29, sign: '\u0416' },
  ],
  ['iban', 'UA22 3052 9900 0002 6001 2345 6789 1', invalid],
])('checkCode of %s %j: %j', (name, typed, problem) => {
  expect(checkCode(name, typed)).toEqual(problem);
  const parsed = ruledCode(name, {}).safeParse(typed);
  expect(parsed.success).toBe(problem === undefined);
});

test('ruledCode gives handlers the code in Latin capitals, without spaces', () => {
  expect(ruledCode('eic', {}).parse('62\u0445 003485000012y')).toBe('62X003485000012Y');
});
