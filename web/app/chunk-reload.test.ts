import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadChunk } from './chunk-reload.ts';

const kept = new Map<string, string>();
const reload = vi.fn();
const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

/** What became of the load by the next turn: a page that reloads never settles. */
async function outcome(load: Promise<unknown>): Promise<string> {
  const settled = load.then(
    () => 'loaded',
    () => 'failed',
  );
  return Promise.race([settled, new Promise<string>((resolve) => setTimeout(resolve, 0, 'reloading'))]);
}

beforeEach(() => {
  kept.clear();
  reload.mockClear();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:00:00Z') });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('window', { location: { reload } });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a page whose code is there is just shown', async () => {
  await expect(loadChunk(async () => 'page')).resolves.toBe('page');
  expect(reload).not.toHaveBeenCalled();
});

test('code that is gone after a new version reloads the page', async () => {
  expect(await outcome(loadChunk(gone))).toBe('reloading');
  expect(reload).toHaveBeenCalledTimes(1);
});

test('it reloads at most once per 60 seconds; in between the error is shown', async () => {
  await outcome(loadChunk(gone));
  vi.setSystemTime(new Date('2026-11-20T10:00:59Z'));
  expect(await outcome(loadChunk(gone))).toBe('failed');
  vi.setSystemTime(new Date('2026-11-20T10:01:00Z'));
  expect(await outcome(loadChunk(gone))).toBe('reloading');
  expect(reload).toHaveBeenCalledTimes(2);
});

test('without a network a reload would lose the page, so the error is shown', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  expect(await outcome(loadChunk(gone))).toBe('failed');
  expect(reload).not.toHaveBeenCalled();
});

test('a browser that refuses storage can’t count reloads, so the error is shown', async () => {
  vi.stubGlobal('sessionStorage', undefined);
  expect(await outcome(loadChunk(gone))).toBe('failed');
});
