import { expect, test } from 'vitest';
import {
  adminLoginField,
  codeField,
  edrpouField,
  emailField,
  newPasswordField,
  oldPasswordField,
  personNameField,
  uniqueCodeField,
} from './fields.ts';

test.each([
  ['e-mail', emailField, ' Olena@Example.UA ', 'olena@example.ua'],
  ['name', personNameField, " Дар'я ", 'Дар’я'],
  ['unique code', uniqueCodeField, 'аbс 123', 'ABC123'],
  ['EDRPOU', edrpouField, ' 14360570 ', '14360570'],
  ['confirmation code', codeField, 'oіl3', '0113'],
  ['login', adminLoginField, 'owner', 'owner'],
  ['password to be', newPasswordField, ' with spaces ', ' with spaces '],
  ['password that stands', oldPasswordField, 'x', 'x'],
] as const)('%s: a handler gets it as it was meant', (_, field, sent, meant) => {
  expect(field.parse(sent)).toBe(meant);
});

test.each([
  ['e-mail', emailField, `${'a'.repeat(250)}@b.ua`, 'field.max'],
  ['e-mail', emailField, 'olena', 'field.invalid'],
  ['name', personNameField, 'К'.repeat(51), 'field.max'],
  ['name', personNameField, '<b>Іван</b>', 'field.invalid'],
  ['name', personNameField, 'Іван"><script>', 'field.invalid'],
  ['unique code', uniqueCodeField, 'ABC12', 'field.invalid'],
  ['EDRPOU', edrpouField, '14360571', 'field.invalid'],
  ['confirmation code', codeField, 'AB3', 'field.codeLength'],
  ['confirmation code', codeField, 'AB3DE', 'field.codeLength'],
  ['login', adminLoginField, 'Owner', 'field.invalid'],
  ['password to be', newPasswordField, '1234567', 'field.invalid'],
  ['password to be', newPasswordField, 'a'.repeat(129), 'field.invalid'],
  ['password to be', newPasswordField, 'with a \0 in it', 'field.invalid'],
  ['password that stands', oldPasswordField, '', 'field.required'],
  ['password that stands', oldPasswordField, 'a'.repeat(129), 'field.max'],
] as const)('%s %s: %s', (_, field, sent, code) => {
  expect(field.safeParse(sent).error?.issues[0]?.message).toBe(code);
});
