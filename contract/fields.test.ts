import { expect, test } from 'vitest';
import {
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
  ['EDRPOU of an old record', edrpouField, '131819', '00131819'],
  ['confirmation code', codeField, 'oіl3', '0113'],
  ['password to be', newPasswordField, ' with spaces ', ' with spaces '],
  ['password that stands', oldPasswordField, 'x', 'x'],
] as const)('%s: a handler gets it as it was meant', (_, field, sent, meant) => {
  expect(field.parse(sent)).toBe(meant);
});
