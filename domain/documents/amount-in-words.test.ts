import { expect, test } from 'vitest';
import { kopiykas } from '../money.ts';
import { amountInWords } from './amount-in-words.template.ts';

test.each([
  [0n, 'Нуль гривень 00 копійок'],
  [1n, 'Нуль гривень 01 копійка'],
  [100n, 'Одна гривня 00 копійок'],
  [222n, 'Дві гривні 22 копійки'],
  [1_115n, 'Одинадцять гривень 15 копійок'],
  [2_141n, 'Двадцять одна гривня 41 копійка'],
  [100_000n, 'Одна тисяча гривень 00 копійок'],
  [1_100_000n, 'Одинадцять тисяч гривень 00 копійок'],
  [38_532_641n, 'Триста вісімдесят п’ять тисяч триста двадцять шість гривень 41 копійка'],
  [202_603_212n, 'Два мільйони двадцять шість тисяч тридцять дві гривні 12 копійок'],
  [100_000_000_100n, 'Один мільярд одна гривня 00 копійок'],
  [-14_004n, 'Мінус сто сорок гривень 04 копійки'],
] as const)('amountInWords spells %i kopiykas', (sum, words) => {
  expect(amountInWords(kopiykas(sum))).toBe(words);
});

test('amountInWords refuses a quadrillion of hryvnias', () => {
  expect(() => amountInWords(kopiykas(10n ** 17n))).toThrow(RangeError);
});
