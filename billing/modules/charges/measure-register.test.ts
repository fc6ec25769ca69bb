import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromKwh } from '#domain/energy.ts';
import type { DailyAverage } from '#domain/readings/average-daily-consumption.ts';
import { addDays, type LocalDate, localDate } from '#domain/time/local-date.ts';
import { measureRegister, type RegisterToMeasure } from './measure-register.ts';

const from = localDate('2026-10-01');
const to = localDate('2026-11-01');
const inside = localDate('2026-10-22');

/** Ten kWh a day. */
const average = (): DailyAverage => ({ energy: fromKwh(10), days: 1, basis: 'lastYear' });

const register: RegisterToMeasure = {
  digitCapacity: 5,
  coefficient: 1,
  contractedPowerWatts: 5000,
  openingValue: 1000,
  isOpeningActual: true,
  from,
  to,
  reading: undefined,
  average,
};

const read = (value: number, effectiveDate: LocalDate = to) => ({ reading: { value, effectiveDate } });

describe('what a register counted in October', () => {
  test.each([
    ['up to its reading', read(1080), [1080, 80, 'actual', 0]],
    ['nothing, when it shows the same', read(1000), [1000, 0, 'actual', 0]],
    ['by average without a reading', {}, [1310, 310, 'estimated', 0]],
    ['up to a reading inside, then by average', read(1050, inside), [1150, 150, 'brought', 0]],
    ['through zero', { openingValue: 99_960, ...read(40) }, [40, 80, 'actual', 0]],
    ['by average through zero', { openingValue: 99_900 }, [210, 310, 'estimated', 0]],
    ['times its coefficient', { coefficient: 20, ...read(1010) }, [1010, 200, 'actual', 0]],
    ['nothing, when an actual value was higher: a mistake', read(990), [990, 0, 'actual', 0]],
  ] as const)('%s', (_, change, [closingValue, kwh, basis, overestimatedKwh]) => {
    expect(measureRegister({ ...register, ...change })).toEqual({
      closingValue,
      energy: fromKwh(kwh),
      basis,
      overestimated: fromKwh(overestimatedKwh),
    });
  });
});

describe('an opening value that was estimated too high', () => {
  const estimated = { ...register, isOpeningActual: false };

  test.each([
    ['is given back', read(970), [970, 0, 30]],
    ['is made up for by what was counted since', read(960, inside), [1060, 60, 0]],
    ['is given back in part', read(850, inside), [950, 0, 50]],
    ['is given back through zero', { openingValue: 20, ...read(99_990) }, [99_990, 0, 30]],
    [
      'is no reason to give back what was not estimated',
      { isOpeningActual: true, ...read(970) },
      [970, 0, 0],
    ],
  ] as const)('%s', (_, change, [closingValue, kwh, overestimatedKwh]) => {
    expect(measureRegister({ ...estimated, ...change })).toMatchObject({
      closingValue,
      energy: fromKwh(kwh),
      overestimated: fromKwh(overestimatedKwh),
    });
  });
});

test('whatever is read, nothing is negative, and nothing is charged and given back at once', () => {
  const registers = fc.record({
    openingValue: fc.nat(99_999),
    value: fc.nat(99_999),
    isOpeningActual: fc.boolean(),
    coefficient: fc.integer({ min: 1, max: 120 }),
    day: fc.integer({ min: 1, max: 31 }),
    hasReading: fc.boolean(),
  });
  fc.assert(
    fc.property(registers, ({ value, day, hasReading, ...facts }) => {
      const reading = hasReading ? read(value, addDays(from, day)) : {};
      const measured = measureRegister({ ...register, ...facts, ...reading });
      expect(measured.energy).toBeGreaterThanOrEqual(0);
      expect(measured.overestimated).toBeGreaterThanOrEqual(0);
      expect(Math.min(measured.energy, measured.overestimated)).toBe(0);
      expect(measured.closingValue).toBeGreaterThanOrEqual(0);
      expect(measured.closingValue).toBeLessThan(100_000);
    }),
  );
});
