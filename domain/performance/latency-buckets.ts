/** Buckets of 4 %: bucket b has the durations over 1.04^(b-1) to 1.04^b microseconds, as `portal.latency_bucket` in the database. */
const growth = 1.04;
const logGrowth = Math.log(growth);

/** The bucket of a duration in microseconds. */
export function latencyBucket(us: number): number {
  return Math.ceil(Math.log(Math.max(us, 1)) / logGrowth);
}

/** The geometric middle of a bucket in milliseconds: at most 2 % from what was measured. */
export function bucketMs(bucket: number): number {
  return growth ** (bucket - 0.5) / 1000;
}

/** Number of calls by bucket. */
export type LatencyBuckets = ReadonlyMap<number, number>;

/** Adds up the buckets of several nodes or times: percentiles come from these, never from other percentiles. */
export function mergeBuckets(parts: readonly LatencyBuckets[]): LatencyBuckets {
  const merged = new Map<number, number>();
  for (const part of parts) {
    for (const [bucket, calls] of part) merged.set(bucket, (merged.get(bucket) ?? 0) + calls);
  }
  return merged;
}

/** The duration in milliseconds that this share of the calls does not exceed; null without calls. */
export function percentileOf(buckets: LatencyBuckets, share: number): number | null {
  const ordered = [...buckets].sort(([a], [b]) => a - b);
  const wanted = ordered.reduce((sum, [, calls]) => sum + calls, 0) * share;
  let sum = 0;
  for (const [bucket, calls] of ordered) {
    sum += calls;
    if (calls > 0 && sum >= wanted) return bucketMs(bucket);
  }
  return null;
}
