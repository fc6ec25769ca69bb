import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** Timers run in real time, which a page needs to load, until `passTime` moves them. The date stays. */
export function fakeTimers(): void {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
  });
}

export const passTime = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
