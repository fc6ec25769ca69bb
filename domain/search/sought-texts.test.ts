import { expect, test } from 'vitest';
import { soughtTexts } from './sought-texts.ts';

test.each([
  ['Подвійне', ['Подвійне']],
  [' 1234.56 ', ['1234.56']],
  ['1 234,5', ['1 234,5', '1234.50']],
  ['1\u00a0234,56', ['1\u00a0234,56', '1234.56']],
  ['−12,50', ['−12,50', '-12.50']],
  ['432', ['432', '432.00']],
  ['А-17/2026', ['А-17/2026']],
  ['ТОВ "Ромашка"', ['ТОВ "Ромашка"', 'ТОВ \\"Ромашка\\"']],
])('%s is looked for as %j', (words, texts) => {
  expect(soughtTexts(words)).toEqual(texts);
});
