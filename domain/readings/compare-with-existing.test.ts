import { expect, test } from 'vitest';
import { fromKwh } from '#domain/energy.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { compareWithExisting } from './assess-reading.ts';
import type { AssessedRegister } from './assess-register.ts';
import { existing, previousDate } from './testing/sample-meter.ts';

const given = (values: Partial<Record<Zone, number | undefined>>): AssessedRegister[] =>
  Object.entries(values).map(([zone, value]) => ({
    outcome: {
      zone: zone as Zone,
      previousValue: 0,
      previousDate,
      value,
      energy: fromKwh(0),
      energySincePrevious: fromKwh(0),
      billedByAverage: fromKwh(0),
      rolledOver: false,
      isLower: false,
    },
    days: 31,
    problems: [],
  }));

test.each([
  ['both values again', { day: 12_425, night: 4140 }, 'same'],
  ['one of the values again', { night: 4140 }, 'same'],
  ['another value for one register', { day: 12_426, night: 4140 }, 'other'],
  ['another value for the last register', { day: 12_425, night: 4141 }, 'other'],
  ['a register that has no value yet', { peak: 5 }, 'new'],
  ['a register that has no value yet, beside one again', { day: 12_425, peak: 5 }, 'new'],
  ['a register that has no value yet, before one again', { peak: 5, day: 12_425 }, 'new'],
  ['a register that has no value yet, beside another value', { peak: 5, day: 12_426 }, 'other'],
  ['what is no value', { day: undefined }, 'new'],
  ['what is no value, for a register that has none yet', { peak: undefined }, 'new'],
] as const)('beside 12425 by day and 4140 by night stand: %s', (_, values, relation) => {
  expect(compareWithExisting(existing, given(values))).toBe(relation);
});
