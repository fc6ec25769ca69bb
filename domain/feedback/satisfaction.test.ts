import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fewAnswers, type MarkCounts, satisfactionOf } from './satisfaction.ts';

// Intervals: statsmodels.stats.proportion.proportion_confint(part, whole, method='wilson').
test.each([
  [[1, 1, 3, 10, 15], 25 / 30, 0.6644, 0.9266],
  [[0, 0, 0, 0, 30], 1, 0.8865, 1],
  [[30, 0, 0, 0, 0], 0, 0, 0.1135],
  [[100, 100, 300, 200, 300], 0.5, 0.4691, 0.5309],
] as const)('satisfactionOf(%j) is %d from %d to %d', (counts, share, low, high) => {
  const found = satisfactionOf(counts);
  expect(found?.share).toBeCloseTo(share, 10);
  expect(found?.low).toBeCloseTo(low, 3);
  expect(found?.high).toBeCloseTo(high, 3);
});

test('satisfactionOf is null below 30 answers', () => {
  expect(satisfactionOf([0, 0, 0, 0, fewAnswers - 1])).toBeNull();
  expect(satisfactionOf([0, 0, 0, 0, 0])).toBeNull();
});

test('the interval has the share in it and gets narrower with ten times the answers', () => {
  const count = fc.integer({ min: 0, max: 10_000 });
  fc.assert(
    fc.property(fc.tuple(count, count, count, count, count), (counts) => {
      const found = satisfactionOf(counts);
      if (found === null) return;
      expect(found.low).toBeLessThanOrEqual(found.share + 1e-12);
      expect(found.high).toBeGreaterThanOrEqual(found.share - 1e-12);
      const more = satisfactionOf(counts.map((one) => one * 10) as unknown as MarkCounts);
      expect((more?.high ?? 0) - (more?.low ?? 0)).toBeLessThan(found.high - found.low);
    }),
  );
});
