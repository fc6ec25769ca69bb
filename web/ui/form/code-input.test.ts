import { expect, test } from 'vitest';
import { codeOf, insertedInto } from './code-field.tsx';

test.each([
  ['', ''],
  ['a', 'A'],
  ['ab3', 'AB3'],
  ['ab3d', 'AB3D'],
  [' AB 3D ', 'AB3D'],
  ['AB-3D', 'AB3D'],
  ['AB3DE', 'AB3D'],
  ['Код: ab3d', 'AB3D'],
  ['Світло: код AB3D. Діє 5 хв. Нікому його не кажіть.', 'AB3D'],
  ['Світло: код ABCD. Діє 5 хв.', 'ABCD'],
  ['Your code is AB3D', 'AB3D'],
  ['Your code is ABCD', 'ABCD'],
  ['АВ3К', 'АВ3К'],
])('%j gives the code %j', (text, code) => expect(codeOf(text, 4)).toBe(code));

test.each([
  ['123 456', '123456'],
  ['12345678', '123456'],
  ['Код для входу: 123456', '123456'],
])('%j gives the six digits %j', (text, code) => expect(codeOf(text, 6)).toBe(code));

test.each([
  ['40719', 5, '9'],
  ['94071', 1, '9'],
  ['40971', 3, '9'],
  ['40715555', 8, '5555'],
  ['407', 3, ''],
  ['5555', 4, ''],
  ['Код 5555', 8, ''],
])('into "4071" was inserted, by %j with the caret at %i: %j', (value, caret, inserted) =>
  expect(insertedInto('4071', value, caret)).toBe(inserted),
);
