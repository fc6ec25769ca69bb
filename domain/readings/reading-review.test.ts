import { describe, expect, test } from 'vitest';
import { fromKwh } from '#domain/energy.ts';
import { localDate } from '#domain/time/local-date.ts';
import {
  assessDecision,
  type DecisionFacts,
  deviationsAfter,
  dueWithPhoto,
  reviewDueOn,
} from './reading-review.ts';

const none = new Set<never>();
const day = localDate;

test.each([
  ['readings.operatorCheck', '2026-10-29', '2026-10-30'],
  ['readings.operatorCheck', '2026-10-30', '2026-11-02'],
  ['readings.additionalVerification', '2026-10-30', '2026-11-06'],
  // Independence Day: a working day while holidays are.
  ['readings.operatorCheck', '2026-08-23', '2026-08-24'],
] as const)('the review %s of a reading of %s is due on %s', (code, givenOn, dueOn) => {
  expect(reviewDueOn(code, day(givenOn), none)).toBe(dueOn);
});

test('holidays of a supplier that has them move the last day', () => {
  const holidays = new Set([day('2026-08-24')]);
  expect(reviewDueOn('readings.operatorCheck', day('2026-08-23'), holidays)).toBe('2026-08-25');
});

test('a photo moves the last day to the next working day, and never back', () => {
  expect(dueWithPhoto(day('2026-11-02'), day('2026-11-06'), none)).toBe('2026-11-09');
  expect(dueWithPhoto(day('2026-11-06'), day('2026-11-02'), none)).toBe('2026-11-06');
});

const facts: DecisionFacts = {
  effectiveDate: day('2026-11-01'),
  digitCapacity: 5,
  coefficient: 1,
  contractedPowerWatts: 5000,
  hasPhoto: false,
  registers: [{ zone: 'single', previous: { value: 2000, date: day('2026-10-01') } }],
  rollOverFromPercent: 90,
};
const withNext = (value: number): DecisionFacts => ({
  ...facts,
  registers: facts.registers.map((one) => ({ ...one, next: { value, date: day('2026-11-10') } })),
});

/** The power lets 120 kWh through, so 1,040 units to the later reading are known from an acceptance alone. */
const throughZero: DecisionFacts = {
  ...facts,
  contractedPowerWatts: 161,
  registers: [
    {
      zone: 'single',
      previous: { value: 99_000, date: day('2026-10-01') },
      next: { value: 40, date: day('2026-11-10') },
    },
  ],
};

describe('assessDecision', () => {
  test.each<[string, DecisionFacts, string, number | string]>([
    ['what is higher counts', facts, '2800', 800],
    ['the same value counts nothing', facts, '2000', 0],
    ['leading zeros are a value', facts, '02800', 800],
    ['a lower value without a photo', facts, '1999', 'readings.lowerThanPrevious'],
    ['a lower value on a photo counts nothing', { ...facts, hasPhoto: true }, '1999', 0],
    ['as much as the power lets through', facts, '5720', 3720],
    ['more than that without a photo', facts, '5721', 'readings.valueTooLarge'],
    ['more than that on a photo', { ...facts, hasPhoto: true }, '5721', 3721],
    ['up to a later reading', withNext(2500), '2500', 500],
    ['beyond a later reading', withNext(2500), '2501', 'readings.laterReadingIsLower'],
    [
      'beyond a later reading, also on a photo',
      { ...withNext(2500), hasPhoto: true },
      '2501',
      'readings.laterReadingIsLower',
    ],
    ['through zero before a later reading without a jump back', throughZero, '99100', 100],
    ['beyond a later reading through zero', throughZero, '41', 'readings.laterReadingIsLower'],
    ['a roll-over on a photo counts in full', { ...throughZero, hasPhoto: true }, '30', 1030],
    [
      'a way through zero that the later reading did not go',
      withNext(2500),
      '99990',
      'readings.laterReadingIsLower',
    ],
    ['too many digits', facts, '280000', 'readings.digitCapacity'],
    ['a fraction', facts, '28.5', 'readings.digitCapacity'],
    ['nothing', facts, '', 'readings.digitCapacity'],
  ])('%s', (_, given, typed, expected) => {
    const assessed = assessDecision(given, { single: typed });
    if (typeof expected === 'string') expect(assessed).toMatchObject({ kind: 'refused', code: expected });
    else
      expect(assessed).toEqual({
        kind: 'counts',
        values: { single: Number(typed) },
        energy: fromKwh(expected),
      });
  });

  test.each(['1999', '5721'])('the refusal of %s names the reading it was compared with', (typed) => {
    const params = { value: '02000', date: '01.10.2026' };
    expect(assessDecision(facts, { single: typed })).toMatchObject({ kind: 'refused', params });
  });

  test('registers are decided together: one that is wrong refuses all', () => {
    const two: DecisionFacts = {
      ...facts,
      coefficient: 20,
      contractedPowerWatts: 50_000,
      registers: (['day', 'night'] as const).map((zone) => ({
        zone,
        previous: { value: 100, date: day('2026-10-01') },
      })),
    };
    expect(assessDecision(two, { day: '110', night: 120 })).toMatchObject({ energy: fromKwh(600) });
    expect(assessDecision(two, { day: '110', night: '90' })).toMatchObject({
      kind: 'refused',
      zone: 'night',
    });
  });
});

test.each([
  ['accepted', 'readings.operatorCheck', 2, 2],
  ['accepted', 'readings.additionalVerification', 3, 0],
  ['acceptedAnother', 'readings.operatorCheck', 2, 0],
  ['rejected', 'readings.operatorCheck', 2, 1],
  ['rejected', 'readings.operatorCheck', 0, 0],
] as const)('after %s of %s, %i large deviations in a row are %i', (decision, code, withIt, after) => {
  expect(deviationsAfter(decision, code, withIt)).toBe(after);
});
