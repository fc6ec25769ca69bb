import { expect, test } from 'vitest';
import {
  codeField,
  edrpouField,
  emailField,
  newPasswordField,
  oldPasswordField,
  personNameField,
  textField,
  titleField,
  uniqueCodeField,
} from './fields.ts';
import { instantField } from './values/dates.ts';
import { moneyField } from './values/money.ts';
import { minText } from './values/text-length.ts';
import { revisionField } from './values/whole-number.ts';

test.each([
  ['e-mail', emailField, ' Olena@Example.UA ', 'olena@example.ua'],
  ['name', personNameField, " Дар'я ", 'Дар’я'],
  ['unique code', uniqueCodeField, 'аbс 123', 'ABC123'],
  ['EDRPOU', edrpouField, ' 14360570 ', '14360570'],
  ['EDRPOU of an old record', edrpouField, '131819', '00131819'],
  ['confirmation code', codeField, 'oіl3', '0113'],
  ['sum', moneyField, '1 234,5', '1234.50'],
  ['whole sum', moneyField, '5', '5.00'],
  ['moment', instantField, '2026-11-20T12:00:00+02:00', '2026-11-20T10:00:00.000Z'],
  ['moment at the farthest offset', instantField, '2026-11-20T23:59+23:59', '2026-11-20T00:00:00.000Z'],
  ['password to be', newPasswordField, ' with spaces ', ' with spaces '],
  ['password that stands', oldPasswordField, 'x', 'x'],
] as const)('%s: a handler gets it as it was meant', (_, field, sent, meant) => {
  expect(field.parse(sent)).toBe(meant);
});

test.each([
  ['title of two emoji', titleField, '😀😀', false],
  ['title of three emoji', titleField, '😀😀😀', true],
  ['title of 120 emoji', titleField, '😀'.repeat(120), true],
  ['title of 121 emoji', titleField, '😀'.repeat(121), false],
  ['text of its most emoji', textField(10), '😀'.repeat(10), true],
  ['text of one emoji more', textField(10), '😀'.repeat(11), false],
  ['reason of two emoji', textField(300).check(minText(3)), '😀😀', false],
  ['month as a moment', instantField, '2026-10', false],
  ['day as a moment', instantField, '2026-10-31', false],
  ['moment without an offset', instantField, '2026-10-31T10:00:00', false],
  ['revision of the last integer', revisionField, 2_147_483_647, true],
  ['revision beyond it', revisionField, 2_147_483_648, false],
  ['revision below zero', revisionField, -1, false],
] as const)('%s', (_, field, value, isTaken) => {
  expect(field.safeParse(value).success).toBe(isTaken);
});
