import { expect, test } from 'vitest';
import { standardRules } from '#domain/rules/testing/standard-rules.ts';
import { billingPeriod } from '../time/billing-period.ts';
import { localDate } from '../time/local-date.ts';
import { dueDate } from './due-date.ts';

test.each([
  ['issued on time', '2026-10', '2026-11-03', '2026-11-20'],
  ['five working days before the 20th', '2026-10', '2026-11-13', '2026-11-20'],
  ['too late for five working days', '2026-10', '2026-11-16', '2026-11-23'],
  ['on the 20th itself', '2026-10', '2026-11-20', '2026-11-27'],
  ['over the new year', '2026-12', '2027-01-04', '2027-01-20'],
])('the October bill is due on the 20th or five working days later: %s', (_, period, issuedOn, due) => {
  expect(dueDate(billingPeriod(period), localDate(issuedOn), standardRules.bills)).toBe(due);
});

test('dueDate follows the terms of the supplier', () => {
  const terms = { ...standardRules.bills, dayOfMonth: 30 };
  expect(dueDate(billingPeriod('2027-01'), localDate('2027-02-02'), terms)).toBe('2027-02-28');
  const holidays = new Set([localDate('2026-11-18')]);
  expect(
    dueDate(billingPeriod('2026-10'), localDate('2026-11-13'), { ...standardRules.bills, holidays }),
  ).toBe('2026-11-23');
});
