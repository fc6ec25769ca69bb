import { expect, test } from 'vitest';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { calculationMonths } from './calculation-view.tsx';

test('calculationMonths lists the previous and the current month in Kyiv time', () =>
  expect(calculationMonths(instantFromIso('2026-10-31T22:30:00Z'), undefined)).toEqual([
    '2026-10',
    '2026-11',
  ]));

test('calculationMonths includes the requested month in order', () => {
  const now = instantFromIso('2026-11-20T10:00:00Z');
  expect(calculationMonths(now, billingPeriod('2026-10'))).toHaveLength(2);
  expect(calculationMonths(now, billingPeriod('2026-05'))).toEqual(['2026-05', '2026-10', '2026-11']);
  expect(calculationMonths(now, billingPeriod('2027-01'))).toEqual(['2026-10', '2026-11', '2027-01']);
});
