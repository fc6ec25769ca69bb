import { expect, test } from 'vitest';
import { type FeedInMonth, monthsOfYear, payStateOf, usedAtHome } from './feed-in-months.ts';

const act = { period: '2026-09', generatedKwh: 1254, exportedKwh: 984 } as FeedInMonth;

test('monthsOfYear lists twelve months in order, including those without an act', () => {
  const months = monthsOfYear(2026, [act]);
  expect(months.map(({ period }) => period).slice(7, 10)).toEqual(['2026-08', '2026-09', '2026-10']);
  expect(months).toHaveLength(12);
  expect(months.map((month) => month.act).filter((found) => found !== undefined)).toEqual([act]);
  expect(months[8]?.act).toBe(act);
});

test('usedAtHome is the generated energy minus the exported energy', () => expect(usedAtHome(act)).toBe(270));

test.each([
  ['5170.78', '2026-10-15', 'paid'],
  ['5170.78', null, 'waiting'],
  ['0.00', null, 'nothing'],
] as const)('payStateOf of %s paid on %s is %s', (paid, paidOn, state) =>
  expect(payStateOf({ paid, paidOn })).toBe(state),
);
