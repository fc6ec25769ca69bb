import { expect, test } from 'vitest';
import { lastFinished, type Month, partsOf, zonesOf } from './consumption-bars.ts';

const month = (period: string, zones: Record<string, number>, isCurrent = false): Month => ({
  period,
  zones,
  totalKwh: Object.values(zones).reduce((sum, kwh) => sum + kwh, 0),
  sum: '0.00',
  isEstimated: false,
  isCurrent,
  lastYearKwh: null,
});

test('night lies below day, whatever order the server names them in', () => {
  expect(zonesOf([month('2026-10', { day: 80, night: 40 })])).toEqual(['night', 'day']);
  expect(zonesOf([month('2026-10', { peak: 1, night: 2, halfPeak: 3 })])).toEqual([
    'night',
    'halfPeak',
    'peak',
  ]);
});

test('a meter changed from one zone to two shows both kinds of months', () => {
  const months = [month('2026-05', { single: 200 }), month('2026-06', { day: 120, night: 60 })];
  const zones = zonesOf(months);
  expect(zones).toEqual(['single', 'night', 'day']);
  expect(months.map((item) => partsOf(item, zones))).toEqual([
    [200, 0, 0],
    [0, 60, 120],
  ]);
});

test('the month shown first is the last finished one', () => {
  const months = [
    month('2026-09', { single: 1 }),
    month('2026-10', { single: 2 }),
    month('2026-11', { single: 3 }, true),
  ];
  expect(lastFinished(months)?.period).toBe('2026-10');
  expect(lastFinished(months.slice(2))?.period).toBe('2026-11');
  expect(lastFinished([])).toBeUndefined();
});
