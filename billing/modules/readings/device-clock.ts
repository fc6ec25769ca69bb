import type { Instant } from '#domain/time/instant.ts';

const MINUTE = 60_000;
/** Maximum lead of the device clock (messages.md, common.deviceClock). */
const maxAheadMs = 5 * MINUTE;
/** An older reading belongs to another period; a larger lag means a reset clock. */
const maxBehindMs = 31 * 24 * 60 * MINUTE;

/** Parses the device time; undefined when absent, 'wrong' when out of range. */
export function instantOfDevice(text: string | undefined, now: Instant): Instant | undefined | 'wrong' {
  if (text === undefined) return undefined;
  const takenAt = Date.parse(text);
  return takenAt <= now + maxAheadMs && takenAt >= now - maxBehindMs ? (takenAt as Instant) : 'wrong';
}
