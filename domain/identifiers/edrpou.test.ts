import { expect, test } from 'vitest';
import { parseEdrpou } from './edrpou.ts';

test.each(['14360570', '32855961', '40720198', '37193071', '00131819', '41234569', '12345678', '39999991'])(
  'parseEdrpou accepts the entity code %s',
  (code) => {
    expect(parseEdrpou(` ${code} `)).toBe(code);
  },
);

test.each([
  ['131819', '00131819'],
  ['0131819', '00131819'],
  [' 131819 ', '00131819'],
])('parseEdrpou pads %j with zeros to %s', (text, code) => {
  expect(parseEdrpou(text)).toBe(code);
});

test.each([
  ['21090025', 'digits from 0 to 2'],
  ['61200018', 'digits from 6 to 9'],
  ['34100106', 'the middle digits'],
  ['44000004', 'the middle digits'],
])('parseEdrpou checks %s, whose first sum is 10, by its second sum (%s)', (code) => {
  expect(parseEdrpou(code)).toBe(code);
  for (const digit of '0123456789')
    expect(parseEdrpou(code.slice(0, 7) + digit)).toBe(digit === code.charAt(7) ? code : undefined);
});

test('parseEdrpou expects the check digit 0 when both sums are 10', () => {
  expect(parseEdrpou('21090190')).toBe('21090190');
});

test.each(['131818', '0', '00000000', '14360571', '32855916', '1436057', '143605700', '1436057a', ''])(
  'parseEdrpou refuses %j',
  (text) => {
    expect(parseEdrpou(text)).toBeUndefined();
  },
);
