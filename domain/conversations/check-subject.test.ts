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
  expect(checkSubjectField({ kind, isRequired: true }, value)).toBe(isRight ? undefined : 'field.invalid');
});

test('an empty field is wrong when it is required', () => {
  expect(checkSubjectField({ kind: 'date', isRequired: true }, '  ')).toBe('field.required');
  expect(checkSubjectField({ kind: 'date', isRequired: false }, '  ')).toBeUndefined();
});
