import { expect, test } from 'vitest';
import { getCommon } from '#contract/charges.ts';
import { refusalKind, refusedPeriod } from './calculation-view.tsx';

test('refusalKind has a distinct kind for each billing refusal', () => {
  const refusals = getCommon.failures.filter((code) => code.startsWith('billing.'));
  const kinds = refusals.map((code) => refusalKind({ code }));
  expect(kinds).not.toContain(undefined);
  expect(new Set(kinds).size).toBe(refusals.length);
});

test('refusalKind is undefined for a service failure', () =>
  expect(refusalKind({ code: 'common.serviceDown' })).toBeUndefined());

test.each([
  [{ period: '2026-10' }, '2026-10'],
  [{ period: 10 }, undefined],
  [undefined, undefined],
  [null, undefined],
])('refusedPeriod of details %j is %s', (details, period) => expect(refusedPeriod({ details })).toBe(period));
