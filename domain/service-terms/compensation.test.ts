import { expect, test } from 'vitest';
import { kopiykas } from '../money.ts';
import { localDate } from '../time/local-date.ts';
import { compensationClassOf, compensationDueBy, lastDayWithoutCompensation } from './compensation.ts';
import type { WorkCalendar } from './work-calendar.ts';

const calendar: WorkCalendar = {
  version: 1,
  validFrom: localDate('2022-02-24'),
  weeklyDaysOff: new Set([6, 7]),
  exceptions: new Map(),
  holidaysAreWorkdays: true,
  opensAt: 9 * 60,
  closesAt: 18 * 60,
  afterHoursIsNextDay: true,
};
const amounts = { household: kopiykas(20_000), smallBusiness: kopiykas(40_000), other: kopiykas(60_000) };

test.each([
  ['person', 6_000, 'household', 20_000n],
  ['person', 60_000, 'household', 20_000n],
  ['entity', 0, 'smallBusiness', 40_000n],
  ['entity', 50_000, 'smallBusiness', 40_000n],
  ['entity', 50_001, 'other', 60_000n],
] as const)('compensationClassOf: %s with %i W is %s', (customerType, contractedWatts, expected, sum) => {
  const found = compensationClassOf({ customerType, contractedWatts });
  expect(found).toBe(expected);
  expect(amounts[found]).toBe(sum);
});

test.each([
  ['a standard without compensation', null, undefined],
  ['after the term', { amounts, term: null }, '2026-11-17'],
  ['after 30 days, on a working day', { amounts, term: { days: 30, unit: 'calendar' } }, '2026-12-02'],
  ['after 32 days that end on a Friday', { amounts, term: { days: 32, unit: 'calendar' } }, '2026-12-04'],
  ['after 33 days that end on a Saturday', { amounts, term: { days: 33, unit: 'calendar' } }, '2026-12-07'],
] as const)('lastDayWithoutCompensation: %s', (_, compensation, expected) => {
  const term = { receivedOn: localDate('2026-11-02'), dueOn: localDate('2026-11-17') };
  expect(lastDayWithoutCompensation({ compensation }, term, calendar)).toBe(expected);
});

test('a compensation is due 45 days after the breach, or as the rule of that day says', () => {
  expect(compensationDueBy(localDate('2026-11-18'), { days: 45 })).toBe('2027-01-02');
  expect(compensationDueBy(localDate('2026-11-18'), { days: 75 })).toBe('2027-02-01');
});
