import { expect, test } from 'vitest';
import { localDate } from '#domain/time/local-date.ts';
import { remindDays } from './remind-panel.tsx';

const today = localDate('2026-11-15');

test('remindDays offers tomorrow, the day before the due date, and any day up to a year ahead', () =>
  expect(remindDays(today, '2026-11-20')).toEqual({
    tomorrow: '2026-11-16',
    beforeDue: '2026-11-19',
    last: '2027-11-16',
  }));

test.each(['2026-11-10', '2026-11-16', '2026-11-17', undefined])(
  'remindDays has no day before the due date %s',
  (dueOn) => expect(remindDays(today, dueOn).beforeDue).toBeUndefined(),
);
