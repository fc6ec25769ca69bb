import type { Instant } from '../time/instant.ts';

/** Clocks of several nodes differ by so much without harm, milliseconds. */
export const clockToleranceMs = 300_000;

/** Whether a clock is before the newest booking, so that nothing may be booked by it. */
export function isClockBehind(now: Instant, newest: Instant): boolean {
  return now < newest - clockToleranceMs;
}
