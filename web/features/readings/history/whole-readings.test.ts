import { expect, test } from 'vitest';
import { historyRowFixture } from '#web/testing/fixtures/history-row-fixture.ts';
import { type Row, wholeReadings } from './indicators-history.tsx';

const row = (change: Partial<Row> = {}): Row => ({ ...historyRowFixture, ...change });

test('wholeReadings joins day and night of one moment, each with its source and state', () => {
  const [reading, ...others] = wholeReadings([
    row({ zone: 'day', value: 425, kwhSincePrevious: 80 }),
    row({ zone: 'night', value: 140, kwhSincePrevious: null, state: 'superseded' }),
  ]);
  expect(others).toEqual([]);
  expect(reading?.registers).toEqual([
    { zone: 'day', value: 425, kwhSincePrevious: 80, state: 'accepted' },
    { zone: 'night', value: 140, kwhSincePrevious: null, state: 'superseded' },
  ]);
});

test('wholeReadings keeps two meters of one moment, and one meter at two moments, apart', () => {
  const others = [row({ meterSerial: '0012301' }), row({ submittedAt: '2026-10-30T08:00:00Z' })];
  const readings = wholeReadings([row(), ...others]);
  expect(readings).toHaveLength(3);
});
