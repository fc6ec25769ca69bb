import { expect, test } from 'vitest';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { monthsByYear, presetsOf } from './month-choices.ts';

const span = (first: string, last: string) => ({ first: billingPeriod(first), last: billingPeriod(last) });
const shown = (first: string, last: string) =>
  presetsOf(span(first, last)).map(({ year, from, to }) => `${year ?? 'last'} ${from} ${to}`);

test('ready periods are the last three months, this year so far and the year before, none before the first month', () => {
  expect(shown('2024-11', '2026-10')).toEqual([
    'last 2026-08 2026-10',
    '2026 2026-01 2026-10',
    '2025 2025-01 2025-12',
  ]);
  const ready = ['last 2025-11 2026-01', '2026 2026-01 2026-01', '2025 2025-06 2025-12'];
  expect(shown('2025-06', '2026-01')).toEqual(ready);
  expect(shown('2026-09', '2026-10')).toEqual(['last 2026-09 2026-10', '2026 2026-09 2026-10']);
});

test('months are grouped by year, newest first', () =>
  expect(monthsByYear(span('2025-11', '2026-02'))).toEqual([
    { year: '2026', months: ['2026-02', '2026-01'] },
    { year: '2025', months: ['2025-12', '2025-11'] },
  ]));
