import { vi } from 'vitest';
import { monotonicClock } from '../clock.ts';

let passedMs = 0;

/** Moves the clock of the caches of this process; an hour is longer than what any of them keeps. */
export function passCacheTime(ms = 3_600_000): void {
  passedMs += ms;
  vi.spyOn(monotonicClock, 'now').mockImplementation(() => performance.now() + passedMs);
}
