import { expect, test } from 'vitest';
import { parseRnokpp } from './rnokpp.ts';

test.each(['1759013776', '2530414071', '3111901237', '3390945670'])('parseRnokpp accepts %s', (number) => {
  expect(parseRnokpp(` ${number} `)).toBe(number);
});

test.each(['1759013777', '2530414017', '311190123', '31119012377', '311190123a', ''])(
  'parseRnokpp refuses %j',
  (text) => {
    expect(parseRnokpp(text)).toBeUndefined();
  },
);

test('parseRnokpp takes a negative sum modulo 11', () => {
  expect(parseRnokpp('9000000002')).toBe('9000000002');
});
