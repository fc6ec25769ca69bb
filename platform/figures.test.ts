import { Registry } from 'prom-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { addFigures, type Figure } from './figures.ts';

/** A registry with a source; `series` are the lines with values. */
function startSource(read: () => Promise<readonly Figure[]>, sharedForMs = 0) {
  const registry = new Registry();
  addFigures(registry, {
    metrics: {
      room_bytes: { help: 'Room', labelNames: ['folder'] },
      age_seconds: { help: 'Age' },
      lost_total: { help: 'Lost', type: 'counter' },
    },
    sharedForMs,
    read,
  });
  return async () =>
    (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

test('a source is read once for all its metrics, and its series are those of the reading', async () => {
  let reads = 0;
  const series = startSource(async () => {
    reads += 1;
    return [
      { name: 'room_bytes', labels: { folder: 'data' }, value: 7 },
      { name: 'age_seconds', value: 3 },
      { name: 'lost_total', value: 2 },
    ];
  }, 60_000);
  const expected = ['room_bytes{folder="data"} 7', 'age_seconds 3', 'lost_total 2'];
  expect(await series()).toEqual(expected);
  expect(await series()).toEqual(expected);
  expect(reads).toBe(1);
});

test('what a source does not know is absent, also after it was known; a counter begins at 0', async () => {
  let figures: readonly Figure[] = [{ name: 'age_seconds', value: 3 }];
  const series = startSource(async () => figures);
  expect(await series()).toEqual(['age_seconds 3', 'lost_total 0']);
  figures = [{ name: 'room_bytes', labels: { folder: 'data' }, value: 0 }];
  expect(await series()).toEqual(['room_bytes{folder="data"} 0', 'lost_total 0']);
});

test('a source that fails has no series', async () => {
  const series = startSource(async () => {
    throw new Error('no disk');
  });
  expect(await series()).toEqual(['lost_total 0']);
});

test('a source that hangs has no series after a second, and is not begun again while it hangs', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let reads = 0;
  const series = startSource(() => {
    reads += 1;
    return new Promise(() => undefined);
  });
  for (let scrape = 0; scrape < 2; scrape += 1) {
    const lines = series();
    await vi.advanceTimersByTimeAsync(1000);
    expect(await lines).toEqual(['lost_total 0']);
  }
  expect(reads).toBe(1);
});
