import { expect, test } from 'vitest';
import { instantFromIso } from '../time/instant.ts';
import { isClockBehind } from './booking-clock.ts';

test.each([
  ['at the newest booking', '2026-11-02T12:00:00.000Z', false],
  ['after it', '2026-11-03T00:00:00.000Z', false],
  ['five minutes before it, as the clock of another node may be', '2026-11-02T11:55:00.000Z', false],
  ['more than five minutes before it', '2026-11-02T11:54:59.999Z', true],
  ['a month before it', '2026-10-02T12:00:00.000Z', true],
])('isClockBehind with a clock %s (%s): %s', (_, now, isBehind) => {
  expect(isClockBehind(instantFromIso(now), instantFromIso('2026-11-02T12:00:00.000Z'))).toBe(isBehind);
});
