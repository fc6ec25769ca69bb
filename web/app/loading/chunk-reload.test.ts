import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubStorage } from '#web/testing/fixtures/session-fixture.ts';
import { loadChunk } from './chunk-reload.ts';

const reload = vi.fn();
const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

/** State of the load one macrotask later: a load that reloads the page never settles. */
async function outcome(load: Promise<unknown>): Promise<string> {
  const settled = load.then(
    () => 'loaded',
    () => 'failed',
  );
  return Promise.race([settled, nextTurn('reloading')]);
}

beforeEach(() => {
  stubStorage('sessionStorage');
  reload.mockClear();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:00:00Z') });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('window', { location: { reload } });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('loadChunk returns the module when the chunk loads', async () => {
  await expect(loadChunk(async () => 'page')).resolves.toBe('page');
  expect(reload).not.toHaveBeenCalled();
});

test('loadChunk reloads the page when the chunk is gone after a deployment', async () => {
  expect(await outcome(loadChunk(gone))).toBe('reloading');
  expect(reload).toHaveBeenCalledTimes(1);
});

test('loadChunk reloads at most once per 60 s and rethrows in between', async () => {
  await outcome(loadChunk(gone));
  vi.setSystemTime(new Date('2026-11-20T10:00:59Z'));
  expect(await outcome(loadChunk(gone))).toBe('failed');
  vi.setSystemTime(new Date('2026-11-20T10:01:00Z'));
  expect(await outcome(loadChunk(gone))).toBe('reloading');
  expect(reload).toHaveBeenCalledTimes(2);
});

test('loadChunk rethrows instead of reloading when offline', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  expect(await outcome(loadChunk(gone))).toBe('failed');
  expect(reload).not.toHaveBeenCalled();
});

test('loadChunk rethrows when storage is unavailable and reloads can’t be counted', async () => {
  vi.stubGlobal('sessionStorage', undefined);
  expect(await outcome(loadChunk(gone))).toBe('failed');
});
