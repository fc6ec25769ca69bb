import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromKwh } from '#domain/energy.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { localDate } from '#domain/time/local-date.ts';
import { assessReadings } from './assess-reading.ts';
import type { ExistingReading, MeterFacts, RegisterFacts } from './meter-facts.ts';
import type { ReadingSubmission } from './reading-outcome.ts';
import { defaultReadingRules } from './reading-rules.ts';

/** Given on Friday, 30 October 2026: the next working day is Monday, 2 November. */
const placement = {
  submittedOn: localDate('2026-10-30'),
  period: billingPeriod('2026-10'),
  effectiveDate: localDate('2026-11-01'),
  inWindow: true,
  taken: true,
  notInCalculation: false,
};

const previousDate = localDate('2026-10-01');

/** A flat of 5 kW, two zones, 120 kWh last October: 31 days may take 3720 kWh. */
const flat: MeterFacts = {
  customerType: 'person',
  hasContract: true,
  inputBlocked: false,
  pointState: 'ordinary',
  meterState: 'active',
  metersOnAccount: 1,
  contractedPowerWatts: 5000,
  digitCapacity: 6,
  coefficient: 1,
  registers: [
    { zone: 'day', previousValue: 12_345, previousDate },
    { zone: 'night', previousValue: 4100, previousDate },
  ],
  lastYear: { days: 31, total: fromKwh(120), byZone: { day: fromKwh(80), night: fromKwh(40) } },
  largeDeviationsInARow: 0,
  verificationRequested: false,
  placement,
};

function single(previousValue: number): { registers: readonly RegisterFacts[] } {
  return { registers: [{ zone: 'single', previousValue, previousDate }] };
}

const existing: ExistingReading = {
  values: { day: 12_425, night: 4140 },
  receipt: 'R-1',
  acceptedOn: localDate('2026-10-30'),
  kind: 'accepted',
  code: 'readings.accepted',
};

const nothingSaid: ReadingSubmission = { values: {}, confirmed: [], hasPhoto: false };
const usual = { day: '012425', night: '004140' };

function assess(
  facts: Partial<MeterFacts>,
  values: ReadingSubmission['values'],
  more: Partial<ReadingSubmission> = {},
) {
  return assessReadings({ ...flat, ...facts }, { ...nothingSaid, values, ...more });
}

type Row = [
  says: string,
  facts: Partial<MeterFacts>,
  values: ReadingSubmission['values'],
  more: Partial<ReadingSubmission>,
  answer: object,
];

const table: Row[] = [
  ['the usual two registers', {}, usual, {}, { kind: 'accepted', code: 'readings.accepted', params: {} }],
  [
    'a reading while the month before is being closed',
    { placement: { ...placement, notInCalculation: true } },
    usual,
    {},
    { kind: 'accepted', code: 'readings.notInCalculation' },
  ],
  [
    'the same value as before',
    {},
    { day: 12_425, night: 4100 },
    {},
    {
      kind: 'needsConfirmation',
      code: 'readings.sameAsPrevious',
      confirmations: ['readings.sameAsPrevious'],
    },
  ],
  [
    'the same value, confirmed',
    {},
    { day: 12_425, night: 4100 },
    { confirmed: ['readings.sameAsPrevious'] },
    { kind: 'accepted', code: 'readings.accepted' },
  ],
  [
    'more digits than the meter has',
    {},
    { day: '0012425' },
    {},
    { kind: 'refused', code: 'readings.digitCapacity', params: { digits: 6 } },
  ],
  ['a fraction', {}, { day: '12425,5' }, {}, { kind: 'refused', code: 'readings.digitCapacity' }],
  [
    'a lower value',
    {},
    { day: 12_344 },
    { hasPhoto: true, confirmed: ['readings.rollOver'] },
    { kind: 'refused', code: 'readings.lowerThanPrevious' },
  ],
  [
    'a way through zero',
    single(999_950),
    { single: '70' },
    {},
    { kind: 'needsConfirmation', code: 'readings.rollOver', params: { kwh: '120' } },
  ],
  [
    'a way through zero, confirmed',
    single(999_950),
    { single: '70' },
    { confirmed: ['readings.rollOver'] },
    { kind: 'accepted', totalEnergy: fromKwh(120) },
  ],
  [
    'more than 5 kW can take in 31 days',
    single(1000),
    { single: 4721 },
    {},
    { kind: 'refused', code: 'readings.valueTooLarge' },
  ],
  [
    'exactly what 5 kW can take',
    { ...single(1000), lastYear: undefined },
    { single: 4720 },
    {},
    { kind: 'accepted' },
  ],
  [
    'too much, with a photo',
    single(1000),
    { single: 4721 },
    { hasPhoto: true },
    { kind: 'underReview', code: 'readings.operatorCheck', params: { date: '02.11.2026' } },
  ],
  [
    'registers that are possible one by one but not together',
    {},
    { day: 12_345 + 2000, night: 4100 + 1721 },
    {},
    { kind: 'refused', code: 'readings.valueTooLarge', problems: [expect.objectContaining({ zone: 'day' })] },
  ],
  [
    'twice of last year',
    {},
    { day: 12_345 + 160, night: 4100 + 80 },
    {},
    { kind: 'needsConfirmation', code: 'readings.deviation', params: { percent: 100 } },
  ],
  [
    'twice of last year, agreed to',
    {},
    { day: 12_345 + 160, night: 4100 + 80 },
    { confirmed: ['readings.deviation'] },
    { kind: 'accepted', code: 'readings.accepted' },
  ],
  ['last year and 100 kWh more', {}, { day: 12_345 + 180, night: 4140 }, {}, { kind: 'accepted' }],
  [
    'last year and 101 kWh more',
    {},
    { day: 12_345 + 181, night: 4140 },
    {},
    { kind: 'needsConfirmation', code: 'readings.deviation', params: { percent: 84 } },
  ],
  ['three times last year', {}, { day: 12_345 + 320, night: 4140 }, {}, { code: 'readings.deviation' }],
  [
    'more than three times last year, agreed to or not',
    {},
    { day: 12_345 + 321, night: 4140 },
    { confirmed: ['readings.deviation'] },
    {
      kind: 'underReview',
      code: 'readings.operatorCheck',
      params: { date: '02.11.2026' },
      largeDeviation: true,
    },
  ],
  [
    '1001 kWh less than last year',
    { ...single(1000), lastYear: { days: 31, total: fromKwh(2500) } },
    { single: 2499 },
    {},
    { kind: 'underReview', code: 'readings.operatorCheck' },
  ],
  [
    'a third large deviation in a row',
    { largeDeviationsInARow: 2 },
    { day: 12_345 + 321, night: 4140 },
    {},
    { kind: 'underReview', code: 'readings.additionalVerification', largeDeviation: true },
  ],
  [
    'a second large deviation in a row',
    { largeDeviationsInARow: 1 },
    { day: 12_345 + 321, night: 4140 },
    {},
    { code: 'readings.operatorCheck' },
  ],
  [
    'a meter that an operator wants verified',
    { verificationRequested: true },
    usual,
    {},
    { kind: 'underReview', code: 'readings.additionalVerification', largeDeviation: false },
  ],
  [
    'a point read by the distribution operator',
    { pointState: 'takenByOperator' },
    usual,
    {},
    { kind: 'blocked', code: 'readings.takenByOperator' },
  ],
  [
    'a meter in a substation',
    { pointState: 'substation' },
    usual,
    {},
    { kind: 'blocked', code: 'readings.substation' },
  ],
  [
    'a blocked household',
    { inputBlocked: true },
    usual,
    {},
    { kind: 'blocked', code: 'readings.personInputBlocked' },
  ],
  [
    'a household outside a window that is shut',
    { placement: { ...placement, inWindow: false, taken: false } },
    usual,
    {},
    { kind: 'blocked', code: 'readings.personInputBlocked' },
  ],
  [
    'a company outside its window',
    { customerType: 'entity', placement: { ...placement, inWindow: false, taken: false } },
    usual,
    {},
    { kind: 'blocked', code: 'readings.entityPeriodClosed' },
  ],
  [
    'a disconnected meter',
    { meterState: 'disabled' },
    usual,
    {},
    { kind: 'blocked', code: 'readings.meterDisabled' },
  ],
  [
    'an account of several meters, none named',
    { metersOnAccount: 2 },
    usual,
    { meterNamed: false },
    { kind: 'blocked', code: 'readings.severalMeters' },
  ],
  ['one of several meters, named', { metersOnAccount: 2 }, usual, {}, { kind: 'accepted' }],
  [
    'an account without a meter',
    { metersOnAccount: 0, registers: [] },
    usual,
    {},
    { kind: 'blocked', code: 'readings.meterNotFound' },
  ],
  [
    'a value for a register that the meter does not have',
    {},
    { ...usual, peak: 5 },
    {},
    { kind: 'blocked', code: 'readings.meterNotFound' },
  ],
  [
    'an account without a contract',
    { hasContract: false, inputBlocked: true },
    usual,
    {},
    { kind: 'blocked', code: 'accounts.noContract' },
  ],
  [
    'nothing at all',
    {},
    { day: ' ' },
    {},
    { kind: 'refused', code: 'field.required', missingZones: ['day', 'night'] },
  ],
  [
    'other values than those that stand',
    { existing },
    { day: 12_426, night: 4140 },
    {},
    { kind: 'refused', code: 'readings.alreadySubmitted', params: { date: '30.10.2026' } },
  ],
  [
    'a correction of those that stand',
    { existing },
    { day: 12_426, night: 4140 },
    { correcting: true },
    { kind: 'accepted', code: 'readings.accepted' },
  ],
  [
    'a register left out before',
    { existing: { ...existing, values: { day: 12_425 } } },
    { night: 4140 },
    {},
    { kind: 'accepted', missingZones: [] },
  ],
  [
    'the very same values again',
    { existing },
    usual,
    {},
    { kind: 'accepted', code: 'readings.accepted', repeatOf: 'R-1' },
  ],
  [
    'the very same values again, which an operator checks',
    { existing: { ...existing, kind: 'underReview', code: 'readings.operatorCheck' } },
    usual,
    {},
    { kind: 'underReview', code: 'readings.operatorCheck', params: { date: '02.11.2026' }, repeatOf: 'R-1' },
  ],
];

describe('A reading of one meter', () => {
  test.each(table)('%s', (_says, facts, values, more, answer) => {
    expect(assess(facts, values, more)).toMatchObject(answer);
  });

  test('tells the receipt what it needs: zones, values, kWh, period', () => {
    expect(assess({}, usual)).toEqual({
      kind: 'accepted',
      code: 'readings.accepted',
      params: {},
      registers: [
        {
          zone: 'day',
          previousValue: 12_345,
          previousDate,
          value: 12_425,
          energy: fromKwh(80),
          billedByAverage: 0,
          rolledOver: false,
        },
        {
          zone: 'night',
          previousValue: 4100,
          previousDate,
          value: 4140,
          energy: fromKwh(40),
          billedByAverage: 0,
          rolledOver: false,
        },
      ],
      missingZones: [],
      totalEnergy: fromKwh(120),
      totalBilledByAverage: 0,
      period: '2026-10',
      effectiveDate: '2026-11-01',
      problems: [],
      confirmations: [],
      largeDeviation: false,
      advice: undefined,
    });
  });

  test('may leave a register untouched: the outcome says which', () => {
    expect(assess({}, { day: 12_425, night: '' })).toMatchObject({
      kind: 'accepted',
      missingZones: ['night'],
      totalEnergy: fromKwh(80),
    });
  });

  test('reports the problems of all registers, and the severest decides', () => {
    const outcome = assess({}, { day: 12_345, night: 'x' });
    expect(outcome.code).toBe('readings.digitCapacity');
    expect(outcome.problems.map(({ zone, code }) => [zone, code])).toEqual([
      ['night', 'readings.digitCapacity'],
      ['day', 'readings.sameAsPrevious'],
    ]);
    expect(outcome.registers.map(({ code }) => code)).toEqual([
      'readings.sameAsPrevious',
      'readings.digitCapacity',
    ]);
  });

  test('asks for all confirmations at once', () => {
    const facts = { ...single(999_950), lastYear: { days: 31, total: fromKwh(0) } };
    const lastYear = { days: 31, total: fromKwh(250) };
    expect(assess({ ...facts, lastYear }, { single: 400 }).confirmations).toEqual([
      'readings.rollOver',
      'readings.deviation',
    ]);
  });

  test('without last year to compare with gives the advice that there are no statistics', () => {
    expect(assess({ lastYear: undefined }, usual).advice).toBe('readings.noStatistics');
    expect(assess({}, usual).advice).toBeUndefined();
  });

  test('of one zone is not compared with a last year whose zones are unknown', () => {
    const lastYear = { days: 31, total: fromKwh(2000) };
    expect(assess({ lastYear }, { night: 4110 })).toMatchObject({ kind: 'accepted' });
    expect(assess({ lastYear }, { day: 12_355, night: 4110 })).toMatchObject({ kind: 'underReview' });
  });

  test('is compared per day: 62 days may take twice the kWh', () => {
    const registers = [{ zone: 'single', previousValue: 0, previousDate: localDate('2026-08-31') }] as const;
    const facts = { registers, lastYear: { days: 31, total: fromKwh(300) } };
    expect(assess(facts, { single: 600 })).toMatchObject({ kind: 'accepted' });
  });

  test('says what was charged by average already, so that too much comes back', () => {
    const registers = [
      { zone: 'single', previousValue: 100, previousDate, billedByAverage: fromKwh(90) },
    ] as const;
    expect(assess({ registers, lastYear: undefined }, { single: 150 })).toMatchObject({
      totalEnergy: fromKwh(50),
      totalBilledByAverage: fromKwh(90),
    });
  });

  test('follows the thresholds of the supplier', () => {
    const rules = {
      ...defaultReadingRules,
      deviation: { first: { percent: 10, kwh: 5 }, second: { percent: 20, kwh: 10, floorKwh: 5 } },
      verificationAtDeviation: 1,
    };
    const values = { ...usual, day: 12_425 + 20 };
    expect(assessReadings(flat, { ...nothingSaid, values }, rules).code).toBe(
      'readings.additionalVerification',
    );
  });
});

describe('Whatever is handed in', () => {
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

  /** Near misses of a real meter, so that every kind of answer comes up. */
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

  test('has an outcome, with consumption that is never negative', () => {
    fc.assert(
      fc.property(anyFacts, anySubmission, (facts, submission) => {
        const outcome = assessReadings(facts, submission);
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

  test('is never asked to be confirmed twice', () => {
    const kinds = new Set<string>();
    fc.assert(
      fc.property(likelyFacts, ({ facts, values }) => {
        const asked = assessReadings(facts, { ...nothingSaid, values });
        kinds.add(asked.kind);
        const agreed = assessReadings(facts, { ...nothingSaid, values, confirmed: asked.confirmations });
        expect(agreed.confirmations.filter((code) => asked.confirmations.includes(code))).toEqual([]);
        if (asked.kind === 'needsConfirmation') expect(['accepted', 'underReview']).toContain(agreed.kind);
      }),
      { numRuns: 500 },
    );
    expect(kinds).toContain('needsConfirmation');
  });

  test('is judged the same every time', () => {
    fc.assert(
      fc.property(anyFacts, anySubmission, (facts, submission) => {
        expect(assessReadings(facts, submission)).toEqual(assessReadings(facts, submission));
      }),
    );
  });
});
