import { expect, test } from 'vitest';
import { parseEdrpou } from './edrpou.ts';

test.each(['14360570', '32855961', '40720198', '37193071', '00131819', '41234569', '12345678', '39999991'])(
  'the entity code %s is right',
  (code) => {
    expect(parseEdrpou(` ${code} `)).toBe(code);
  },
);

test.each([
  ['131819', '00131819'],
  ['0131819', '00131819'],
  [' 131819 ', '00131819'],
])('an old code %j is padded with zeros to %s', (text, code) => {
  expect(parseEdrpou(text)).toBe(code);
});

test.each(['131818', '0', '00000000', '14360571', '32855916', '1436057', '143605700', '1436057a', ''])(
  '%j is no entity code',
  (text) => {
    expect(parseEdrpou(text)).toBeUndefined();
  },
);
