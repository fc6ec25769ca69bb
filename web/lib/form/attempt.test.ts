import { expect, test } from 'vitest';
import type { Instant } from '#domain/time/instant.ts';
import { attemptFor } from './attempt.ts';

const noon = 1_793_000_000_000 as Instant;
const later = (noon + 90_000) as Instant;

test('a retry of the same values keeps the id and the time of the first press', () => {
  const first = attemptFor(undefined, { day: '12425' }, noon);
  expect(attemptFor(first, { day: '12425' }, later)).toEqual(first);
});

test('corrected values are another attempt', () => {
  const first = attemptFor(undefined, { day: '12425' }, noon);
  const second = attemptFor(first, { day: '12426' }, later);
  expect(second.requestId).not.toBe(first.requestId);
  expect(second.madeAt).toBe(later);
});

test('an answered attempt is not used again for the same values', () => {
  const first = attemptFor(undefined, { day: '12425' }, noon);
  expect(attemptFor(undefined, { day: '12425' }, noon).requestId).not.toBe(first.requestId);
});
