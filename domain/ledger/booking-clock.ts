import type { Instant } from '../time/instant.ts';

/** Tolerated difference between the clocks of several nodes, milliseconds. */
const clockToleranceMs = 300_000;

/**
 * By how many milliseconds a clock is ahead of another, negative: behind it; `before` and `after` were read around `other`. 0 when
 * the time between them explains the difference.
 */
export function clockDifferenceMs(
  { before, after }: { readonly before: Instant; readonly after: Instant },
  other: Instant,
): number {
  if (other < before) return before - other;
  return other > after ? after - other : 0;
}

/** Whether clocks differ by more than those of nodes may. */
export function isClockOff(differenceMs: number): boolean {
  return Math.abs(differenceMs) > clockToleranceMs;
}

/** Whether the clock is before the newest booking, in which case nothing may be booked. */
export function isClockBehind(now: Instant, newest: Instant): boolean {
  return now < newest - clockToleranceMs;
}
