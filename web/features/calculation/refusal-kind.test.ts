import { expect, test } from 'vitest';
import { getCommon } from '#contract/common-reads.ts';
import { refusalKind, refusedPeriod } from './refusal-kind.ts';

test('every refusal of a calculation has a state of its own', () => {
  const refusals = getCommon.failures.filter((code) => code.startsWith('billing.'));
  const kinds = refusals.map((code) => refusalKind({ code }));
  expect(kinds).not.toContain(undefined);
  expect(new Set(kinds).size).toBe(refusals.length);
});

test('a fault is no refusal', () => {
  expect(refusalKind({ code: 'common.serviceDown' })).toBeUndefined();
});

test.each([
  [{ period: '2026-10' }, '2026-10'],
  [{ period: 10 }, undefined],
  [undefined, undefined],
  [null, undefined],
])('details %j speak of %s', (details, period) => {
  expect(refusedPeriod({ details })).toBe(period);
});
