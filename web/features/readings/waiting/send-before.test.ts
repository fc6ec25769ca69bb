import { expect, test } from 'vitest';
import { instantToIso } from '#domain/time/instant.ts';
import { sendBefore } from './send-before.ts';

const window = { period: '2026-11', effectiveDate: '2026-12-01', closesAt: '2026-12-02T11:00:00Z' };

test('given in the window, it counts as meant until the window closes', () => {
  expect(instantToIso(sendBefore({ ...window, isOpen: true, opensOn: '2026-11-29' }))).toBe(
    '2026-12-02T11:00:00.000Z',
  );
});

test('given before the window, it counts as meant until the window opens, at midnight in Kyiv', () => {
  expect(instantToIso(sendBefore({ ...window, isOpen: false, opensOn: '2026-11-29' }))).toBe(
    '2026-11-28T22:00:00.000Z',
  );
});
