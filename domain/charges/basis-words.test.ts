import { expect, test } from 'vitest';
import { type ChargeBasis, estimateWords, leastSure, pointEstimate } from './basis-words.template.ts';

const actual: ChargeBasis = { basis: 'actual', ground: null, isReviewPending: false };
const brought: ChargeBasis = { ...actual, basis: 'brought', ground: 'lastYear' };
const lastYear: ChargeBasis = { ...actual, basis: 'estimated', ground: 'lastYear' };
const lastActual: ChargeBasis = { ...lastYear, ground: 'lastActual' };
const norm: ChargeBasis = { ...lastYear, ground: 'norm' };

test.each([
  [actual, ''],
  [{ ...actual, isReviewPending: true }, ''],
  [brought, 'показання, доведене до 1-го числа'],
  [lastYear, 'за торішнім споживанням'],
  [lastActual, 'за середнім споживанням'],
  [norm, 'за нормою споживання'],
  [{ ...lastYear, ground: null }, 'за середнім споживанням'],
  [{ ...lastYear, isReviewPending: true }, 'за торішнім споживанням; показання перевіряє оператор'],
] as const)('estimateWords of %j: "%s"', (basis, words) => {
  expect(estimateWords(basis)).toBe(words);
});

test.each([
  [[], actual],
  [[actual, brought], brought],
  [[lastYear, brought], lastYear],
  [[norm, lastYear, lastActual], norm],
  [[{ ...actual, isReviewPending: true }, lastYear], lastYear],
  [[{ ...lastYear, isReviewPending: true }, norm], { ...norm, isReviewPending: true }],
] as const)('leastSure of %j is %j', (registers, least) => {
  expect(leastSure(registers)).toEqual(least);
});

test('pointEstimate says the least sure of the registers and leaves channels out', () => {
  const channel = { basis: null, ground: null, isReviewPending: false } as const;
  expect(pointEstimate({ meters: [actual, channel] })).toBe('');
  expect(pointEstimate({ meters: [actual, lastYear, channel] })).toBe('за торішнім споживанням');
});
