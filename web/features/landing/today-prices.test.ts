import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { costOf, showPrice } from './today-prices.ts';

test.each([
  [100, '4.32', '432,00\u00a0грн'],
  [80, '4.32', '345,60\u00a0грн'],
  [100, '2.16', '216,00\u00a0грн'],
  [80, '1.728', '138,24\u00a0грн'],
  // Cut, not rounded: 26.9984 hryvnias.
  [80, '0.33748', '26,99\u00a0грн'],
])('costOf %i kWh at %s is %s', (kwh, price, sum) => expect(costOf(kwh, price)).toBe(sum));

test('showPrice uses a comma and keeps all decimals', () => expect(showPrice('1.728')).toBe('1,728'));

test('the landing page contains no fixed price', () => {
  const here = import.meta.dirname;
  const sources = readdirSync(here).filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'));
  const textOf = (name: string) => readFileSync(join(here, name), 'utf8').replace(/«[^»]*»/g, '');
  const priced = sources.filter((name) => /\d,\d\d/.test(textOf(name)));
  expect(priced).toEqual([]);
});
