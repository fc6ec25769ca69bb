import { expect, test } from 'vitest';
import { lastFinished, type Month } from './consumption-panel.tsx';

const month = (period: string, zones: Record<string, number>, isCurrent = false): Month => ({
  period,
  zones,
  totalKwh: Object.values(zones).reduce((sum, kwh) => sum + kwh, 0),
  sum: '0.00',
  isEstimated: false,
  isCurrent,
  lastYearKwh: null,
});

test('lastFinished returns the last closed month', () => {
  const before = [month('2026-09', { single: 1 }), month('2026-10', { single: 2 })];
  const months = [...before, month('2026-11', { single: 3 }, true)];
  expect(lastFinished(months)?.period).toBe('2026-10');
  expect(lastFinished(months.slice(2))?.period).toBe('2026-11');
  expect(lastFinished([])).toBeUndefined();
});
