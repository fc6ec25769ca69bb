import type { Instant } from '../time/instant.ts';

/** Tolerated difference between the clocks of several nodes, milliseconds. */
const clockToleranceMs = 300_000;

/** Whether the clock is before the newest booking, in which case nothing may be booked. */
export function isClockBehind(now: Instant, newest: Instant): boolean {
  return now < newest - clockToleranceMs;
}
