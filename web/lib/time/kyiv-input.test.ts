import { expect, test } from 'vitest';
import { instantFromIso } from '#domain/time/instant.ts';
import { fromKyivInput, toKyivInput } from './kyiv-input.ts';

test.each([
  ['2026-11-20T09:30', '2026-11-20T07:30:00.000Z'],
  ['2026-07-01T00:05', '2026-06-30T21:05:00.000Z'],
])('%s on a Kyiv clock is %s, and back', (typed, iso) => {
  expect(fromKyivInput(typed)).toBe(iso);
  expect(toKyivInput(instantFromIso(iso))).toBe(typed);
});

test.each(['', '2026-02-30T10:00', 'завтра'])('fromKyivInput refuses %j', (typed) => {
  expect(fromKyivInput(typed)).toBeUndefined();
});
