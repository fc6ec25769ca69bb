import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromKwh } from '#domain/energy.ts';
import { standardRules } from '#domain/rules/testing/standard-rules.ts';
import { localDate } from '#domain/time/local-date.ts';
import { assessReadings } from './assess-reading.ts';
import type { MeterFacts } from './meter-facts.ts';
import type { ReadingSubmission } from './reading-outcome.ts';
import { emptySubmission, existing, flat, placement, previousDate, single } from './testing/sample-meter.ts';

describe('assessReadings, for any input', () => {
  const zone = fc.constantFrom('single', 'day', 'night', 'peak', 'halfPeak');
  const value = fc.oneof(fc.nat({ max: 1_100_000 }).map(String), fc.string(), fc.double(), fc.integer());
  const confirmable = ['readings.sameAsPrevious', 'readings.rollOver', 'readings.deviation'];
  const span = fc.record({ days: fc.nat({ max: 400 }), total: fc.nat({ max: 5000 }).map(fromKwh) });
  const anyFacts = fc.record({
    customerType: fc.constantFrom('person', 'entity'),
    hasContract: fc.boolean(),
    inputBlocked: fc.boolean(),
    pointState: fc.constantFrom('ordinary', 'ordinary', 'takenByOperator', 'substation'),
    meterState: fc.constantFrom('active', 'active', 'disabled'),
    metersOnAccount: fc.nat({ max: 3 }),
    contractedPowerWatts: fc.nat({ max: 2_000_000 }),
    digitCapacity: fc.integer({ min: 1, max: 9 }),
    coefficient: fc.integer({ min: 1, max: 40_000 }),
    registers: fc.uniqueArray(
      fc.record({
        zone,
        previousValue: fc.nat({ max: 1_000_000_000 }),
        previousDate: fc.constantFrom(previousDate, localDate('2025-01-31'), localDate('2026-12-01')),
      }),
      { selector: (one) => one.zone, maxLength: 3 },
    ),
    lastYear: fc.option(span, { nil: undefined }),
    largeDeviationsInARow: fc.nat({ max: 4 }),
    verificationRequested: fc.boolean(),
    existing: fc.option(fc.constant(existing), { nil: undefined }),
    placement: fc.record({
      ...Object.fromEntries(Object.entries(placement).map(([key, fixed]) => [key, fc.constant(fixed)])),
      taken: fc.boolean(),
      notInCalculation: fc.boolean(),
    }) as fc.Arbitrary<typeof placement>,
  }) as fc.Arbitrary<MeterFacts>;
  const anySubmission = fc.record({
    values: fc.dictionary(zone, value) as fc.Arbitrary<ReadingSubmission['values']>,
    confirmed: fc.subarray(confirmable),
    hasPhoto: fc.boolean(),
    correcting: fc.boolean(),
    meterNamed: fc.boolean(),
  });

  /** Values near those of a real meter, so that every kind of outcome occurs. */
  const likelyFacts = fc
    .record({
      previous: fc.constantFrom(0, 1000, 900_000, 999_950),
      used: fc.nat({ max: 6000 }),
      more: anyFacts,
    })
    .map(({ previous, used, more }) => ({
      facts: {
        ...flat,
        ...single(previous),
        lastYear: more.lastYear,
        largeDeviationsInARow: more.largeDeviationsInARow,
      },
      values: { single: String((previous + used) % 1_000_000) },
    }));

  test('returns an outcome whose consumption is never negative', () => {
    fc.assert(
      fc.property(anyFacts, anySubmission, (facts, submission) => {
        const outcome = assessReadings(facts, submission, standardRules.readings);
        expect(['accepted', 'underReview', 'needsConfirmation', 'refused', 'blocked']).toContain(
          outcome.kind,
        );
        expect(outcome.totalEnergy).toBeGreaterThanOrEqual(0);
        for (const register of outcome.registers) expect(register.energy).toBeGreaterThanOrEqual(0);
        expect(outcome.totalEnergy).toBe(outcome.registers.reduce((sum, { energy }) => sum + energy, 0));
        const stored = outcome.kind === 'accepted' || outcome.kind === 'underReview';
        if (stored) expect(outcome.registers.every((register) => register.value !== undefined)).toBe(true);
        expect(outcome.confirmations.length > 0).toBe(
          outcome.problems.some((problem) => problem.kind === 'needsConfirmation'),
        );
      }),
      { numRuns: 500 },
    );
  });

  test('never asks twice for the same confirmation', () => {
    const kinds = new Set<string>();
    fc.assert(
      fc.property(likelyFacts, ({ facts, values }) => {
        const asked = assessReadings(facts, { ...emptySubmission, values }, standardRules.readings);
        kinds.add(asked.kind);
        const agreed = assessReadings(
          facts,
          { ...emptySubmission, values, confirmed: asked.confirmations },
          standardRules.readings,
        );
        expect(agreed.confirmations.filter((code) => asked.confirmations.includes(code))).toEqual([]);
        if (asked.kind === 'needsConfirmation') expect(['accepted', 'underReview']).toContain(agreed.kind);
      }),
      { numRuns: 500 },
    );
    expect(kinds).toContain('needsConfirmation');
  });

  test('is deterministic', () => {
    fc.assert(
      fc.property(anyFacts, anySubmission, (facts, submission) => {
        expect(assessReadings(facts, submission, standardRules.readings)).toEqual(
          assessReadings(facts, submission, standardRules.readings),
        );
      }),
    );
  });
});
