import { expect, test } from 'vitest';
import { checkSubjectField, type SubjectFieldKind } from './check-subject.ts';

test.each<[SubjectFieldKind, string, boolean]>([
  ['text', 'будь-що <b>', true],
  ['meter', '0123-А', true],
  ['date', '2026-02-28', true],
  ['date', '2026-02-30', false],
  ['period', '2026-10', true],
  ['period', '2026-13', false],
  ['money', '1234.56', true],
  ['money', '1 234,56', true],
  ['money', '12.345', false],
  ['number', '12,5', true],
  ['number', '-1', false],
  ['iban', 'UA21 3223 1300 0002 6007 2335 6600 1', true],
  ['iban', 'UA213223130000026007233566002', false],
])('a field of the kind %s with %j is right: %s', (kind, value, isRight) => {
  expect(checkSubjectField({ kind, isRequired: true }, value)).toEqual(
    isRight ? undefined : { code: 'field.invalid' },
  );
});

test('an empty field is wrong when it is required', () => {
  expect(checkSubjectField({ kind: 'date', isRequired: true }, '  ')).toEqual({ code: 'field.required' });
  expect(checkSubjectField({ kind: 'date', isRequired: false }, '  ')).toBeUndefined();
});

test.each<[SubjectFieldKind, string, object]>([
  ['money', '12\u041e,50', { code: 'field.cyrillicLetter', n: 3, sign: '\u041e' }],
  ['number', '12l', { code: 'field.latinLetter', n: 3, sign: 'l' }],
  ['iban', 'UA21 3223 1300!', { code: 'field.strayCharacter', n: 15, sign: '!' }],
])('a field of the kind %s with %j names the wrong character', (kind, value, wrong) => {
  expect(checkSubjectField({ kind, isRequired: true }, value)).toEqual(wrong);
});
