import { expect, test } from 'vitest';
import { localDate } from '#domain/time/local-date.ts';
import { remindDays } from './remind-days.ts';

const today = localDate('2026-11-15');

test('one is reminded tomorrow, the day before the last day of payment, or on a day up to a year ahead', () => {
  expect(remindDays(today, '2026-11-20')).toEqual({
    tomorrow: '2026-11-16',
    beforeDue: '2026-11-19',
    last: '2027-11-16',
  });
});

test.each(['2026-11-10', '2026-11-16', '2026-11-17', undefined])(
  'a last day of payment %s gives no day before it',
  (dueOn) => {
    expect(remindDays(today, dueOn).beforeDue).toBeUndefined();
  },
);
