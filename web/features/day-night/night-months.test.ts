import { expect, test } from 'vitest';
import { nationalTariffHistory } from '#domain/tariffs/national-history.ts';
import { costsOf, type Month, nightMonths, ownPercent } from './night-months.ts';

const versions = nationalTariffHistory.household;
const month = (period: string, zones: Record<string, number>, isCurrent = false): Month => ({
  period,
  zones,
  totalKwh: Object.values(zones).reduce((sum, kwh) => sum + kwh, 0),
  sum: '0.00',
  isEstimated: false,
  isCurrent,
  lastYearKwh: null,
});

test('nightMonths takes at most twelve closed months with a consumption and a tariff', () => {
  const year = Array.from({ length: 13 }, (_, n) =>
    month(`${n < 3 ? 2025 : 2026}-${String(((n + 9) % 12) + 1).padStart(2, '0')}`, { day: 80, night: 40 }),
  );
  const months = nightMonths([...year, month('2026-11', { day: 1 }, true)], versions);
  expect(months).toHaveLength(12);
  expect(months.at(0)?.period).toBe('2025-11');
  expect(months.at(-1)?.period).toBe('2026-10');
  expect(nightMonths([month('2026-09', {}), month('2014-01', { single: 5 })], versions)).toEqual([]);
});

test('nightMonths sums peak and half-peak of a three-zone meter as day', () => {
  const [three] = nightMonths([month('2026-10', { peak: 20, halfPeak: 50, night: 30 })], versions);
  expect(three?.own).toMatchObject({ dayKwh: 70, nightKwh: 30 });
});

test('nightMonths has no own split for a month in which the meter was replaced by a zone meter', () => {
  const months = nightMonths(
    [month('2026-09', { single: 30, day: 50, night: 20 }), month('2026-10', { day: 60, night: 40 })],
    versions,
  );
  expect(months.map(({ own }) => own?.nightKwh)).toEqual([undefined, 40]);
  expect(ownPercent(months)).toBe(40);
  expect(costsOf(months, versions, undefined).map(({ nightKwh }) => nightKwh)).toEqual([40, 40]);
});

test('costsOf replaces the counted night share by the chosen one', () => {
  const months = nightMonths([month('2026-10', { day: 80, night: 40 })], versions);
  expect(costsOf(months, versions, undefined)[0]).toMatchObject({ nightKwh: 40, saving: 8640n });
  expect(costsOf(months, versions, 50)[0]).toMatchObject({ nightKwh: 60, saving: 12960n });
});

test('costsOf assumes a 33 % night share for a one-zone meter', () => {
  const months = nightMonths([month('2026-10', { single: 300 })], versions);
  expect(ownPercent(months)).toBeUndefined();
  expect(costsOf(months, versions, undefined)[0]).toMatchObject({ nightKwh: 99, dayKwh: 201 });
});
