import type { Instant } from '#domain/time/instant.ts';

/** Where the time comes from. Injected everywhere, so that a test can stand on any day. */
export interface Clock {
  now(): Instant;
}

/** The machine's clock: the only place that asks it. */
export const systemClock: Clock = {
  now: () => Date.now() as Instant,
};

/** A clock that stands still until it is moved; for tests and for making data as of a day. */
export function fixedClock(start: Instant): Clock & { set(instant: Instant): void } {
  let current = start;
  return {
    now: () => current,
    set: (instant) => {
      current = instant;
    },
  };
}
