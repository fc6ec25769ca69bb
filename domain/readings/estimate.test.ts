import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromKwh, wattHours } from '#domain/energy.ts';
import { averageDailyConsumption, estimateUnits } from './average-daily-consumption.ts';

const lastYear = { days: 30, total: fromKwh(300), byZone: { day: fromKwh(200), night: fromKwh(100) } };
const lastActual = { days: 10, total: fromKwh(80) };
const unknown = { contractedPowerWatts: 5000 };

describe('averageDailyConsumption', () => {
  test('uses the same period last year, by zone', () => {
    expect(averageDailyConsumption({ ...unknown, lastYear, lastActual }, 'night', 1000)).toEqual({
      energy: fromKwh(100),
      days: 30,
      basis: 'lastYear',
    });
  });

  test('divides a zone by its own days where they differ from those of the meter', () => {
    const replaced = { ...lastYear, daysByZone: { night: 12 } };
    const averageOf = (zone: 'day' | 'night') =>
      averageDailyConsumption({ ...unknown, lastYear: replaced }, zone, 1000);
    expect(averageOf('night')).toEqual({ energy: fromKwh(100), days: 12, basis: 'lastYear' });
    expect(averageOf('day').days).toBe(30);
  });

  test('else uses the last two actual readings', () => {
    const average = averageDailyConsumption({ ...unknown, lastActual }, 'single', 1000);
    expect(average.basis).toBe('lastActual');
    expect(average.energy / average.days).toBe(8000);
  });

  test('else uses a norm per contracted power: 5 kW take 5 kWh a day', () => {
    const average = averageDailyConsumption(unknown, 'single', 1000);
    expect(average.basis).toBe('norm');
    expect(average.energy / average.days).toBe(5000);
  });

  test('skips a history without days', () => {
    const empty = { days: 0, total: fromKwh(0) };
    expect(averageDailyConsumption({ ...unknown, lastYear: empty, lastActual }, 'single', 1000).basis).toBe(
      'lastActual',
    );
  });

  test('skips a history with a negative sum', () => {
    const corrected = { days: 30, total: fromKwh(-5) };
    expect(
      averageDailyConsumption({ ...unknown, lastYear: corrected, lastActual }, 'single', 1000).basis,
    ).toBe('lastActual');
  });

  test('returns zero, not the norm, for zero last year', () => {
    const empty = { days: 30, total: fromKwh(0) };
    expect(averageDailyConsumption({ ...unknown, lastYear: empty }, 'single', 1000)).toMatchObject({
      energy: 0,
      basis: 'lastYear',
    });
  });

  test.each([[['single']], [['day', 'night']], [['peak', 'halfPeak', 'night']]] as const)(
    'shares a history without zones by hours: %j',
    (zones) => {
      const shares = zones.map((zone) => averageDailyConsumption({ ...unknown, lastActual }, zone, 1000));
      expect(shares.reduce((sum, one) => sum + one.energy / one.days, 0)).toBeCloseTo(8000, 6);
    },
  );
});

describe('estimateUnits', () => {
  const average = { energy: fromKwh(100), days: 30, basis: 'lastYear' } as const;

  test.each([
    [0, 1, 0],
    [1, 1, 3],
    [30, 1, 100],
    [31, 1, 103],
    [-1, 1, 0],
    [30, 40, 3],
  ])('%i days × coefficient %i is %i whole units', (days, coefficient, units) => {
    expect(estimateUnits(average, days, coefficient)).toBe(units);
  });

  test('rounds halves up', () => {
    expect(estimateUnits({ energy: wattHours(500), days: 1, basis: 'norm' }, 1, 1)).toBe(1);
    expect(estimateUnits({ energy: wattHours(499), days: 1, basis: 'norm' }, 1, 1)).toBe(0);
  });

  test('differs only by the rounding of the parts when split by days', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 10_000_000_000 }),
        fc.integer({ min: 1, max: 366 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 200 }),
        (energy, days, parts, coefficient) => {
          const pace = { energy: wattHours(energy), days, basis: 'lastActual' } as const;
          const whole = estimateUnits(
            pace,
            parts.reduce((a, b) => a + b, 0),
            coefficient,
          );
          const sum = parts.reduce((total, part) => total + estimateUnits(pace, part, coefficient), 0);
          expect(Math.abs(sum - whole)).toBeLessThanOrEqual(0.5 * parts.length + 0.5);
        },
      ),
    );
  });
});
