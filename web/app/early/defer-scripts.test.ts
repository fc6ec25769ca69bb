import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deferScripts } from './defer-scripts.ts';

let started: number;
let frame: (() => void) | undefined;

beforeEach(() => {
  started = 0;
  frame = undefined;
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => {
    frame = callback;
  });
  vi.stubGlobal('document', {
    querySelector: () => ({ content: 'the code' }),
    head: {
      append: (content: string) => {
        expect(content).toBe('the code');
        started += 1;
      },
    },
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('deferScripts starts the scripts once, after the early data is painted', async () => {
  deferScripts(Promise.resolve());
  await vi.advanceTimersByTimeAsync(50);
  expect(started).toBe(0);
  frame?.();
  await vi.advanceTimersByTimeAsync(1);
  expect(started).toBe(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(started).toBe(1);
});

test('deferScripts waits at most 400 ms for the early data, and not when they fail', async () => {
  deferScripts(new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(399);
  expect(started).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(started).toBe(1);
  deferScripts(Promise.reject(new Error('offline')));
  await vi.advanceTimersByTimeAsync(1);
  expect(started).toBe(2);
});

test('deferScripts does nothing on a page without deferred scripts', () => {
  vi.stubGlobal('document', { querySelector: () => null });
  expect(() => deferScripts(Promise.resolve())).not.toThrow();
});
