import { expect, test } from 'vitest';
import { instantToIso } from '#domain/time/instant.ts';
import { sendBefore } from '../meter/use-submission.ts';

const window = { period: '2026-11', effectiveDate: '2026-12-01', closesAt: '2026-12-02T11:00:00Z' };

test('sendBefore is the end of the window for a reading given in it', () =>
  expect(instantToIso(sendBefore({ ...window, isOpen: true, opensOn: '2026-11-29' }))).toBe(
    '2026-12-02T11:00:00.000Z',
  ));

test('sendBefore is the start of the next window, midnight in Kyiv, for a reading given before it', () =>
  expect(instantToIso(sendBefore({ ...window, isOpen: false, opensOn: '2026-11-29' }))).toBe(
    '2026-11-28T22:00:00.000Z',
  ));
