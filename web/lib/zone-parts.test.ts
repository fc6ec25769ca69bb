import { expect, test } from 'vitest';
import { partsOf, zoneList, zonesOf } from './zone-parts.ts';

test('night lies below day, whatever order the server names them in', () => {
  expect(zonesOf([{ zones: { day: 80, night: 40 } }])).toEqual(['night', 'day']);
  expect(zonesOf([{ zones: { peak: 1, night: 2, halfPeak: 3 } }])).toEqual(['night', 'halfPeak', 'peak']);
});

test('a meter changed from one zone to two shows both kinds of months', () => {
  const months = [{ zones: { single: 200 } }, { zones: { day: 120, night: 60 } }];
  const zones = zonesOf(months);
  expect(zones).toEqual(['single', 'night', 'day']);
  expect(months.map((month) => partsOf(month, zones))).toEqual([
    [200, 0, 0],
    [0, 60, 120],
  ]);
});

test.each([
  [['night'], 'Ніч'],
  [['peak', 'night'], 'Пік і Ніч'],
  [['peak', 'halfPeak', 'night'], 'Пік, Напівпік і Ніч'],
] as const)('zoneList of %j is "%s"', (zones, words) => expect(zoneList(zones)).toBe(words));
