import { expect, test } from 'vitest';
import { readingsOf } from './history-rows.ts';
import type { HistoryRow } from './reading-types.ts';

const row = (
  zone: HistoryRow['zone'],
  value: number,
  date: string,
  change: Partial<HistoryRow> = {},
): HistoryRow => ({
  meterSerial: '1234567',
  zone,
  value,
  effectiveDate: date,
  period: date.slice(0, 7),
  submittedAt: `${date}T08:00:00Z`,
  source: 'customer',
  state: 'accepted',
  receiptNumber: null,
  kwhSincePrevious: null,
  reason: null,
  hasPhoto: false,
  ...change,
});

test('day and night that were read together are one row', () => {
  const readings = readingsOf(
    [row('day', 425, '2026-11-01'), row('night', 140, '2026-11-01'), row('day', 345, '2026-10-01')],
    12,
  );
  expect(readings.map(({ values }) => values.map(({ value }) => value))).toEqual([[425, 140], [345]]);
});

test('a corrected reading stands beside the one that replaced it', () => {
  const readings = readingsOf(
    [
      row('single', 426, '2026-11-01', { submittedAt: '2026-11-01T09:00:00Z' }),
      row('single', 462, '2026-11-01', { state: 'superseded' }),
    ],
    12,
  );
  expect(readings.map(({ state }) => state)).toEqual(['accepted', 'superseded']);
});

test('a correction says why it replaced the reading before it', () => {
  const [corrected] = readingsOf([row('single', 426, '2026-11-01', { reason: 'Помилка в цифрі' })], 12);
  expect(corrected).toMatchObject({ reason: 'Помилка в цифрі', period: '2026-11' });
});

test('no more rows than asked for', () => {
  expect(readingsOf([row('single', 2, '2026-11-01'), row('single', 1, '2026-10-01')], 1)).toHaveLength(1);
});
