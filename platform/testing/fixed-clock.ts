import type { Instant } from '#domain/time/instant.ts';
import type { Clock } from '../clock.ts';

/** A clock that changes only by `set`; for tests and for generating data as of a day. */
export function fixedClock(start: Instant): Clock & { set(instant: Instant): void } {
  let current = start;
  return {
    now: () => current,
    set: (instant) => {
      current = instant;
    },
  };
}
