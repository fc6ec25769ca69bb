import { describe, expect, test } from 'vitest';
import { fromKwh } from '#domain/energy.ts';
import { standardRules } from '#domain/rules/testing/standard-rules.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { deviationFromLastYear, isSuddenConsumption } from './assess-deviation.ts';

const { person, entity } = standardRules.readings.deviation;
const flatWatts = 5000;

describe('deviationFromLastYear', () => {
  test.each([
    // kWh last year in 30 days, kWh now in 30 days, level, percent
    [300, 300, 'none', 0],
    [300, 450, 'none', 50],
    [300, 451, 'first', 50],
    [300, 149, 'first', 50],
    [100, 200, 'none', 100],
    [100, 201, 'first', 101],
    [100, 300, 'first', 200],
    [100, 301, 'second', 201],
    // three times a small amount is below the floor
    [10, 110, 'none', 999],
    [10, 111, 'second', 999],
    // for a large customer 1000 kWh are enough, whatever the percent
    [5000, 6000, 'none', 20],
    [5000, 6001, 'second', 20],
    [5000, 3999, 'second', 20],
    // no consumption last year
    [0, 0, 'none', 0],
    [0, 100, 'none', 999],
    [0, 101, 'second', 999],
    [300, 0, 'first', 100],
  ] as const)('of %i kWh, now %i: %s', (before, now, level, percent) => {
    const comparison = { energy: fromKwh(now), lastYearTimesDays: fromKwh(before) * 30, lastYearDays: 30 };
    expect(deviationFromLastYear(comparison, person, flatWatts)).toEqual({ level, percent });
  });

  test('compares per day: 31 days may take more than 30', () => {
    const comparison = { energy: fromKwh(465), lastYearTimesDays: fromKwh(300) * 31, lastYearDays: 30 };
    expect(deviationFromLastYear(comparison, person, flatWatts)).toEqual({
      level: 'none',
      percent: 50,
    });
  });
});

describe('deviationFromLastYear of companies', () => {
  test.each([
    // kW of contracted power, kWh last year in 30 days, kWh now in 30 days, level
    // Shops of 100 kW: their floors are 1,000 and 2,000 kWh.
    [100, 20_320, 22_000, 'none'],
    [100, 16_830, 21_990, 'none'],
    [100, 20_000, 30_000, 'none'],
    [100, 20_000, 30_001, 'first'],
    [100, 20_000, 36_000, 'first'],
    [100, 20_000, 36_001, 'second'],
    [100, 20_000, 9_999, 'first'],
    // A digit too many, and one too few.
    [100, 6000, 60_000, 'second'],
    [100, 20_000, 2000, 'second'],
    // A kiosk of 5 kW is not stopped by 50 kWh, however many per cent they are; its second floor is 100 kWh.
    [5, 10, 60, 'none'],
    [5, 10, 61, 'first'],
    [5, 10, 110, 'first'],
    [5, 10, 111, 'second'],
    // A digit too many is found from 2.2 hours of power a month on: 20 hours / 9.
    [5, 12, 120, 'second'],
    [5, 11, 110, 'first'],
    // The floor grows with the power: 20 MWh at 1 MW.
    [1000, 20_000, 40_000, 'first'],
    [1000, 20_000, 40_001, 'second'],
    // Nothing last year: the floors decide.
    [100, 0, 1000, 'none'],
    [100, 0, 1001, 'first'],
    [100, 0, 2001, 'second'],
  ] as const)('%i kW, last year %i kWh, now %i: %s', (kilowatts, before, now, level) => {
    const comparison = { energy: fromKwh(now), lastYearTimesDays: fromKwh(before) * 30, lastYearDays: 30 };
    expect(deviationFromLastYear(comparison, entity, kilowatts * 1000).level).toBe(level);
  });
});

describe('isSuddenConsumption', () => {
  test.each([
    // kWh last year, kWh now, sudden
    [300, 300, false],
    [100, 301, true],
    // Twice a trifle is a trifle.
    [10, 110, false],
    // 1000 kWh of a large customer are 20 percent.
    [5000, 6001, false],
    [5000, 7551, true],
    [5000, 2449, true],
    [0, 101, true],
  ] as const)('%i kWh last year and %i now are sudden: %s', (before, now, isSudden) => {
    const october = billingPeriod('2026-10');
    expect(isSuddenConsumption(october, fromKwh(now), fromKwh(before), person, flatWatts)).toBe(isSudden);
  });

  test('compares per day: a leap February is no deviation', () => {
    const of = (kwh: number) =>
      isSuddenConsumption(billingPeriod('2028-02'), fromKwh(kwh), fromKwh(1400), person, flatWatts);
    // 1400 kWh in 28 days are 1450 in 29: three times as much is 4350.
    expect([of(4350), of(4351)]).toEqual([true, true]);
    expect([of(2450), of(2451)]).toEqual([false, true]);
  });
});
