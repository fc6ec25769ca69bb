import type { Instant } from '#domain/time/instant.ts';

/** The moment by the clock of the device: the only place in the web that asks it. */
export function deviceNow(): Instant {
  return Date.now() as Instant;
}
