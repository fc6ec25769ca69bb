import { expect, test } from 'vitest';
import { isPayPage } from './payer-pages.ts';

test.each([
  ['https://pay.mbnk.biz/p2_1', 'https://api.monobank.ua', true],
  ['https://pay.mbnk.biz/p2_1', 'http://127.0.0.1:4000', true],
  ['http://127.0.0.1:4000/payer/1', 'http://127.0.0.1:4000', true],
  ['http://pay.mbnk.biz/p2_1', 'https://api.monobank.ua', false],
  ['javascript:alert(1)', 'http://127.0.0.1:4000', false],
  ['//pay.mbnk.biz/p2_1', 'https://api.monobank.ua', false],
  ['', 'https://api.monobank.ua', false],
])('a payer may be sent to %s by %s: %s', (pageUrl, providerUrl, may) => {
  expect(isPayPage(pageUrl, providerUrl)).toBe(may);
});
