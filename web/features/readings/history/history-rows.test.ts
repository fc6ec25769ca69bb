import { expect, test } from 'vitest';
import { historyRowFixture } from '#web/testing/fixtures/history-row-fixture.ts';
import type { HistoryRow } from '../api.ts';
import { readingsOf } from './history-rows.ts';

const row = (
  zone: HistoryRow['zone'],
  value: number,
  date: string,
  change: Partial<HistoryRow> = {},
): HistoryRow => ({
  ...historyRowFixture,
  zone,
  value,
  effectiveDate: date,
  period: date.slice(0, 7),
  submittedAt: `${date}T08:00:00Z`,
  ...change,
});

test('readingsOf joins day and night read together into one row', () => {
  const readings = readingsOf(
    [row('day', 425, '2026-11-01'), row('night', 140, '2026-11-01'), row('day', 345, '2026-10-01')],
    12,
  );
  expect(readings.map(({ values }) => values.map(({ value }) => value))).toEqual([[425, 140], [345]]);
});

test('readingsOf keeps a corrected reading next to its correction', () => {
  const correction = row('single', 426, '2026-11-01', { submittedAt: '2026-11-01T09:00:00Z' });
  const corrected = row('single', 462, '2026-11-01', { state: 'superseded' });
  const readings = readingsOf([correction, corrected], 12);
  expect(readings.map(({ state }) => state)).toEqual(['accepted', 'superseded']);
});

test('readingsOf gives a correction its reason', () => {
  const [corrected] = readingsOf([row('single', 426, '2026-11-01', { reason: 'Помилка в цифрі' })], 12);
  expect(corrected).toMatchObject({ reason: 'Помилка в цифрі', period: '2026-11' });
});

test('readingsOf returns at most the requested number of rows', () =>
  expect(readingsOf([row('single', 2, '2026-11-01'), row('single', 1, '2026-10-01')], 1)).toHaveLength(1));
