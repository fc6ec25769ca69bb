import type { Instant } from '#domain/time/instant.ts';

/** Source of the current time. Injected everywhere, so that tests can set the date. */
export interface Clock {
  now(): Instant;
}

/** The system clock: the only place that reads it. */
export const systemClock: Clock = {
  now: () => Date.now() as Instant,
};

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
