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
  from,
  to,
  reading: undefined,
  average,
};

const read = (value: number, effectiveDate: LocalDate = to) => ({ reading: { value, effectiveDate } });

describe('what a register counted in October', () => {
  test.each([
    ['up to its reading', read(1080), [1080, 80, 'actual']],
    ['nothing, when it shows the same', read(1000), [1000, 0, 'actual']],
    ['by average without a reading', {}, [1310, 310, 'estimated']],
    ['up to a reading inside, then by average', read(1050, inside), [1150, 150, 'brought']],
    ['through zero', { openingValue: 99_960, ...read(40) }, [40, 80, 'actual']],
    ['by average through zero', { openingValue: 99_900 }, [210, 310, 'estimated']],
    ['times its coefficient', { coefficient: 20, ...read(1010) }, [1010, 200, 'actual']],
    ['nothing, when the value before was higher', read(990), [990, 0, 'actual']],
  ] as const)('%s', (_, change, [closingValue, kwh, basis]) => {
    expect(measureRegister({ ...register, ...change })).toEqual({
      closingValue,
      energy: fromKwh(kwh),
      basis,
    });
  });
});

test('whatever is read, nothing is negative, and the closing value is one of the dial', () => {
  const registers = fc.record({
    openingValue: fc.nat(99_999),
    value: fc.nat(99_999),
    coefficient: fc.integer({ min: 1, max: 120 }),
    day: fc.integer({ min: 1, max: 31 }),
    hasReading: fc.boolean(),
  });
  fc.assert(
    fc.property(registers, ({ value, day, hasReading, ...facts }) => {
      const reading = hasReading ? read(value, addDays(from, day)) : {};
      const measured = measureRegister({ ...register, ...facts, ...reading });
      expect(measured.energy).toBeGreaterThanOrEqual(0);
      expect(measured.closingValue).toBeGreaterThanOrEqual(0);
      expect(measured.closingValue).toBeLessThan(100_000);
    }),
  );
});
