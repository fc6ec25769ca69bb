import { expect, test } from 'vitest';
import { latencyBucket } from '#domain/performance/latency-buckets.ts';
import { createCallMeter } from './call-meter.ts';

function meterAt(seconds: number) {
  let now = seconds * 1000;
  const meter = createCallMeter(() => now);
  const passTo = (later: number) => {
    now = later * 1000;
  };
  return { meter, passTo };
}

test('counts the calls of each of the last sixty seconds, and none of the second under way', () => {
  const { meter, passTo } = meterAt(1000);
  meter.record('/api/a', 200, 5);
  meter.record('/api/a', 503, 5);
  expect(meter.read().calls.every((count) => count === 0)).toBe(true);
  passTo(1001);
  meter.record('/api/b', 404, 5);
  passTo(1002.5);
  const { calls, failed } = meter.read();
  expect([calls.length, calls.slice(-3), failed.slice(-3)]).toEqual([60, [0, 2, 1], [0, 1, 0]]);
  passTo(1060);
  expect(meter.read().calls[0]).toBe(2);
  passTo(1061);
  expect(meter.read().calls[0]).toBe(1);
  passTo(1062);
  expect(meter.read().calls.every((count) => count === 0)).toBe(true);
});

test('durations and paths are those of the last minute, what fails first, then what is slow', () => {
  const { meter, passTo } = meterAt(0);
  meter.record('/api/old', 500, 5);
  passTo(30);
  for (let call = 0; call < 5; call += 1) meter.record('/api/often', 200, 5);
  meter.record('/api/slow', 200, 501);
  meter.record('/api/failing', 500, 1);
  passTo(65);
  const { buckets, paths } = meter.read();
  expect(paths).toEqual([
    { path: '/api/failing', calls: 1, failed: 1, slow: 0 },
    { path: '/api/slow', calls: 1, failed: 0, slow: 1 },
    { path: '/api/often', calls: 5, failed: 0, slow: 0 },
  ]);
  expect(buckets).toEqual(
    new Map([
      [latencyBucket(1000), 1],
      [latencyBucket(5000), 5],
      [latencyBucket(501_000), 1],
    ]),
  );
  passTo(200);
  expect(meter.read()).toMatchObject({ paths: [], buckets: new Map() });
});

test('calls under way: the longest first, each until it ends', () => {
  const { meter, passTo } = meterAt(10);
  const endFirst = meter.begin('/api/a');
  passTo(12);
  meter.begin('/api/b');
  passTo(13);
  expect(meter.read()).toMatchObject({
    inFlight: 2,
    running: [
      { path: '/api/a', ms: 3000 },
      { path: '/api/b', ms: 1000 },
    ],
  });
  endFirst();
  endFirst();
  expect(meter.read()).toMatchObject({ inFlight: 1, running: [{ path: '/api/b', ms: 1000 }] });
});

test('a duration beyond every bucket counts in the last', () => {
  const { meter } = meterAt(0);
  meter.record('/api/a', 200, 1e12);
  expect([...meter.read().buckets.values()]).toEqual([1]);
});
