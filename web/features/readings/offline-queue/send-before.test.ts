import { expect, test } from 'vitest';
import { instantToIso } from '#domain/time/instant.ts';
import { sendBefore } from '../meter/use-submission.ts';

const window = { period: '2026-11', effectiveDate: '2026-12-01', closesAt: '2026-12-02T11:00:00Z' };

test.each([
  ['the end of the window for a reading given in it', true, '2026-12-02T11:00:00.000Z'],
  ['the midnight of Kyiv that opens the next one for one given before', false, '2026-11-28T22:00:00.000Z'],
])('sendBefore is %s', (_, isOpen, at) =>
  expect(instantToIso(sendBefore({ ...window, isOpen, opensOn: '2026-11-29' }))).toBe(at),
);
