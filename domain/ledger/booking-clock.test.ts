import { expect, test } from 'vitest';
import { instantFromIso } from '../time/instant.ts';
import { clockDifferenceMs, isClockBehind, isClockOff } from './booking-clock.ts';

test.each([
  ['at the newest booking', '2026-11-02T12:00:00.000Z', false],
  ['after it', '2026-11-03T00:00:00.000Z', false],
  ['five minutes before it, as the clock of another node may be', '2026-11-02T11:55:00.000Z', false],
  ['more than five minutes before it', '2026-11-02T11:54:59.999Z', true],
  ['a month before it', '2026-10-02T12:00:00.000Z', true],
])('isClockBehind with a clock %s (%s): %s', (_, now, isBehind) => {
  expect(isClockBehind(instantFromIso(now), instantFromIso('2026-11-02T12:00:00.000Z'))).toBe(isBehind);
});

test.each([
  ['within the time of the question', '2026-11-02T12:00:01.000Z', 0],
  ['at its beginning', '2026-11-02T12:00:00.000Z', 0],
  ['before it: the clock is ahead', '2026-11-02T11:54:59.000Z', 301_000],
  ['after it: the clock is behind', '2026-11-02T12:05:03.000Z', -301_000],
])('clockDifferenceMs of another clock %s (%s): %d', (_, other, difference) => {
  const read = {
    before: instantFromIso('2026-11-02T12:00:00Z'),
    after: instantFromIso('2026-11-02T12:00:02Z'),
  };
  expect(clockDifferenceMs(read, instantFromIso(other))).toBe(difference);
});

test.each([
  [300_000, false],
  [300_001, true],
  [-300_000, false],
  [-300_001, true],
])('isClockOff of %d ms: %s', (differenceMs, isOff) => {
  expect(isClockOff(differenceMs)).toBe(isOff);
});
