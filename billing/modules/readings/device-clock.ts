import type { Instant } from '#domain/time/instant.ts';

const MINUTE = 60_000;
/** How far a device may be ahead (messages.md, common.deviceClock). */
const mostAhead = 5 * MINUTE;
/** A reading that waited longer for the network is of another period; a clock that was reset is far behind. */
const mostBehind = 31 * 24 * 60 * MINUTE;

/** The device's time when it can be; undefined when it tells none. */
export function instantOfDevice(text: string | undefined, now: Instant): Instant | undefined | 'wrong' {
  if (text === undefined) return undefined;
  const taken = Date.parse(text);
  return taken <= now + mostAhead && taken >= now - mostBehind ? (taken as Instant) : 'wrong';
}
