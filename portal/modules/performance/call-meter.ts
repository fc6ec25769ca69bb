import type { FastifyInstance } from 'fastify';
import { performanceLimits } from '#domain/performance/assess-performance.ts';
import { type LatencyBuckets, latencyBucket } from '#domain/performance/latency-buckets.ts';

/** Calls of a path in the last minute. */
export interface PathFigures {
  readonly path: string;
  readonly calls: number;
  readonly failed: number;
  /** Longer than the limit of p95. */
  readonly slow: number;
}

/** Calls of one process in the last minute, and those under way. */
interface CallFigures {
  /** Of each of the last sixty seconds that are over, the oldest first. */
  readonly calls: readonly number[];
  readonly failed: readonly number[];
  /** Of the last minute. */
  readonly buckets: LatencyBuckets;
  readonly paths: readonly PathFigures[];
  readonly inFlight: number;
  /** The longest under way, the longest first. */
  readonly running: readonly { readonly path: string; readonly ms: number }[];
}

export interface CallMeter {
  /** A call begins; returns what ends it. */
  begin(path: string): () => void;
  /** A call was answered. */
  record(path: string, httpStatus: number, durationMs: number): void;
  read(): CallFigures;
}

const seconds = 60;
const spanSeconds = 5;
const spans = seconds / spanSeconds;
/** Of a 32-bit number of microseconds. */
const bucketCount = latencyBucket(2 ** 31) + 1;
const shownPaths = 20;
const shownRunning = 10;

interface Span {
  index: number;
  readonly buckets: Uint32Array;
  paths: Map<string, { calls: number; failed: number; slow: number }>;
}

/** What fails or is slow comes first, then what is called most. */
const byWeight = (a: PathFigures, b: PathFigures) =>
  b.failed - a.failed || b.slow - a.slow || b.calls - a.calls;

/**
 * Counts the calls of this process in rings in memory: per second, and by duration and path in spans of five seconds. It
 * knows paths and durations, and nothing of who calls. `now`: milliseconds of a clock that never goes back.
 */
export function createCallMeter(now: () => number = () => performance.now()): CallMeter {
  const slots = seconds + 1;
  const secondOf = new Float64Array(slots).fill(-1);
  const [calls, failed] = [new Uint32Array(slots), new Uint32Array(slots)];
  const ring = Array.from(
    { length: spans },
    (): Span => ({ index: -1, buckets: new Uint32Array(bucketCount), paths: new Map() }),
  );
  const running = new Set<{ readonly path: string; readonly startedAt: number }>();

  function spanAt(index: number): Span {
    const span = ring[index % spans] as Span;
    if (span.index !== index) {
      span.index = index;
      span.buckets.fill(0);
      span.paths = new Map();
    }
    return span;
  }

  return {
    begin(path) {
      const call = { path, startedAt: now() };
      running.add(call);
      return () => void running.delete(call);
    },
    record(path, httpStatus, durationMs) {
      const second = Math.floor(now() / 1000);
      const slot = second % slots;
      if (secondOf[slot] !== second) {
        secondOf[slot] = second;
        calls[slot] = 0;
        failed[slot] = 0;
      }
      const hasFailed = httpStatus >= 500;
      calls[slot] = (calls[slot] ?? 0) + 1;
      if (hasFailed) failed[slot] = (failed[slot] ?? 0) + 1;
      const span = spanAt(Math.floor(second / spanSeconds));
      const bucket = Math.min(latencyBucket(durationMs * 1000), bucketCount - 1);
      span.buckets[bucket] = (span.buckets[bucket] ?? 0) + 1;
      let own = span.paths.get(path);
      if (own === undefined) {
        own = { calls: 0, failed: 0, slow: 0 };
        span.paths.set(path, own);
      }
      own.calls += 1;
      if (hasFailed) own.failed += 1;
      if (durationMs > performanceLimits.p95Ms) own.slow += 1;
    },
    read() {
      const at = now();
      const second = Math.floor(at / 1000);
      const series = (counts: Uint32Array) =>
        Array.from({ length: seconds }, (_, index) => {
          const of = second - seconds + index;
          const slot = ((of % slots) + slots) % slots;
          return secondOf[slot] === of ? (counts[slot] ?? 0) : 0;
        });
      const newest = Math.floor(second / spanSeconds);
      const buckets = new Map<number, number>();
      const paths = new Map<string, { path: string; calls: number; failed: number; slow: number }>();
      for (const span of ring) {
        if (span.index <= newest - spans) continue;
        span.buckets.forEach((count, bucket) => {
          if (count > 0) buckets.set(bucket, (buckets.get(bucket) ?? 0) + count);
        });
        for (const [path, own] of span.paths) {
          const sum = paths.get(path) ?? { path, calls: 0, failed: 0, slow: 0 };
          sum.calls += own.calls;
          sum.failed += own.failed;
          sum.slow += own.slow;
          paths.set(path, sum);
        }
      }
      // A set keeps its order: the first have been under way longest.
      const longest = [...running.values().take(shownRunning)];
      return {
        calls: series(calls),
        failed: series(failed),
        buckets,
        paths: [...paths.values()].sort(byWeight).slice(0, shownPaths),
        inFlight: running.size,
        running: longest.map(({ path, startedAt }) => ({ path, ms: Math.round(at - startedAt) })),
      };
    },
  };
}

/** Has the meter count the calls of a server, but open streams of events. Comes before the routes. */
export function meterCalls(
  app: FastifyInstance,
  meter: CallMeter,
  { callPaths, streams }: { readonly callPaths: ReadonlySet<string>; readonly streams: ReadonlySet<string> },
): void {
  const pathOf = (url: string | undefined) =>
    url !== undefined && callPaths.has(url) && !streams.has(url) ? url : undefined;
  app.addHook('onRequest', async (request, reply) => {
    const path = pathOf(request.routeOptions.url);
    // Also when the client goes before its answer.
    if (path !== undefined) reply.raw.once('close', meter.begin(path));
  });
  app.addHook('onResponse', async (request, reply) => {
    const path = pathOf(request.routeOptions.url);
    if (path !== undefined) meter.record(path, reply.statusCode, reply.elapsedTime);
  });
}
