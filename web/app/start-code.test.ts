import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startCodeAfter } from './start-code.ts';

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

test('code begins when what was said is painted, once', async () => {
  startCodeAfter(Promise.resolve());
  await vi.advanceTimersByTimeAsync(50);
  expect(started).toBe(0);
  frame?.();
  await vi.advanceTimersByTimeAsync(1);
  expect(started).toBe(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(started).toBe(1);
});

test('code waits no longer than 400 ms for it', async () => {
  startCodeAfter(new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(399);
  expect(started).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(started).toBe(1);
});

test('a failure of what was asked holds nothing up', async () => {
  startCodeAfter(Promise.reject(new Error('offline')));
  await vi.advanceTimersByTimeAsync(1);
  expect(started).toBe(1);
});

test('a page whose code is on its way is left alone', () => {
  vi.stubGlobal('document', { querySelector: () => null });
  expect(() => startCodeAfter(Promise.resolve())).not.toThrow();
});
