import { expect, test } from 'vitest';
import { instantFromIso } from '#domain/time/instant.ts';
import { outsideQuietHours } from './send-notices.ts';

// Kyiv is three hours ahead of UTC in summer, two in winter.
test.each([
  ['by day at once', '2026-11-20T10:00:00Z', '2026-11-20T10:00:00Z'],
  ['until ten in the evening at once', '2026-11-20T19:59:00Z', '2026-11-20T19:59:00Z'],
  ['late at eight the next morning', '2026-11-20T20:00:00Z', '2026-11-21T06:00:00Z'],
  ['at night at eight the same morning', '2026-11-21T01:00:00Z', '2026-11-21T06:00:00Z'],
  [
    'in the night of the clock change at eight of the new time',
    '2026-10-24T20:00:00Z',
    '2026-10-25T06:00:00Z',
  ],
  ['in summer by the time of summer', '2026-07-01T20:00:00Z', '2026-07-02T05:00:00Z'],
])('what rings is sent %s', (_, now, expected) => {
  expect(outsideQuietHours(instantFromIso(now))).toBe(instantFromIso(expected));
});
