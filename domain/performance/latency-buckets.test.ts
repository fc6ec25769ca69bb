import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bucketMs, latencyBucket, mergeBuckets, percentileOf } from './latency-buckets.ts';

const durations = fc.array(fc.integer({ min: 1, max: 100_000_000 }), { minLength: 1, maxLength: 300 });

function bucketsOf(values: readonly number[]): Map<number, number> {
  const buckets = new Map<number, number>();
  for (const us of values) buckets.set(latencyBucket(us), (buckets.get(latencyBucket(us)) ?? 0) + 1);
  return buckets;
}

test('the middle of a bucket is at most 2 % from what was measured', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), (us) => {
      expect(Math.abs(bucketMs(latencyBucket(us)) * 1000 - us) / us).toBeLessThan(0.0201);
    }),
  );
});

test('a percentile of merged buckets is that of all durations, within 2 %', () => {
  fc.assert(
    fc.property(durations, durations, fc.constantFrom(0.5, 0.95, 0.99, 1), (here, there, share) => {
      const merged = mergeBuckets([bucketsOf(here), bucketsOf(there)]);
      const all = [...here, ...there].sort((a, b) => a - b);
      const exactMs = (all[Math.ceil(all.length * share) - 1] ?? 0) / 1000;
      expect(Math.abs((percentileOf(merged, share) ?? 0) - exactMs) / exactMs).toBeLessThan(0.0201);
    }),
  );
});

test('without calls there is no percentile, and no duration is less than a microsecond', () => {
  expect(percentileOf(new Map(), 0.95)).toBeNull();
  expect(percentileOf(new Map([[10, 0]]), 0.95)).toBeNull();
  expect([0, 0.5, 1].map(latencyBucket)).toEqual([0, 0, 0]);
});
