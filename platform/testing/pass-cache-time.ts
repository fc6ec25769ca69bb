import { vi } from 'vitest';
import { monotonicClock } from '../clock.ts';

let passedMs = 0;

/** Moves the clock of the caches of this process, which runs on. */
export function passCacheTime(ms: number): void {
  passedMs += ms;
  vi.spyOn(monotonicClock, 'now').mockImplementation(() => performance.now() + passedMs);
}

/** Stops that clock until `vi.restoreAllMocks`. Returns what moves it. */
export function stopCacheTime(): (ms: number) => void {
  // Whole: of fractions, ten and fifty seconds later may be a little less than a minute later.
  let now = Math.ceil(performance.now() + passedMs);
  vi.spyOn(monotonicClock, 'now').mockImplementation(() => now);
  return (ms) => {
    now += ms;
    passedMs += ms;
  };
}
