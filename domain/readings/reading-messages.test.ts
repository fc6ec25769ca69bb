import { describe, expect, test } from 'vitest';
import { fromKwh } from '#domain/energy.ts';
import type { MeterFacts } from './meter-facts.ts';
import type { ReadingCode } from './reading-code.ts';
import type { ReadingSubmission } from './reading-outcome.ts';
import { assess, existing, placement, single, usual } from './testing/sample-meter.ts';

type Row = [
  says: string,
  facts: Partial<MeterFacts>,
  values: ReadingSubmission['values'],
  more: Partial<ReadingSubmission>,
  answer: object,
];

const table: Row[] = [
  [
    'the usual two registers',
    {},
    usual,
    {},
    { kind: 'accepted', code: 'readings.accepted', params: { inWindow: 1 } },
  ],
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
    { confirmed: ['readings.rollOver'] },
    {
      kind: 'refused',
      code: 'readings.lowerThanPrevious',
      advice: 'readings.comparedWith',
      adviceParams: { value: '012345', date: '01.10.2026' },
    },
  ],
  [
    'a lower value that a photo shows, not asked about as little energy',
    {},
    { day: 12_344, night: 4140 },
    { hasPhoto: true },
    {
      kind: 'underReview',
      code: 'readings.operatorCheck',
      params: { date: '02.11.2026' },
      problems: [expect.objectContaining({ zone: 'day' })],
      registers: [
        expect.objectContaining({ zone: 'day', isLower: true, energy: fromKwh(0) }),
        expect.objectContaining({ zone: 'night', isLower: false }),
      ],
    },
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
    {
      kind: 'needsConfirmation',
      code: 'readings.deviation',
      params: { percent: 100 },
      advice: 'readings.lastYear',
      adviceParams: { kwh: '240', lastYear: '120' },
    },
  ],
  [
    'twice of last year, agreed to',
    {},
    { day: 12_345 + 160, night: 4100 + 80 },
    { confirmed: ['readings.deviation'] },
    { kind: 'accepted', code: 'readings.accepted', advice: undefined },
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
    'a company whose account is blocked',
    { customerType: 'entity', inputBlocked: true },
    usual,
    {},
    { kind: 'blocked', code: 'readings.entityInputBlocked' },
  ],
  [
    'a company with commercial metering',
    { customerType: 'entity', pointState: 'commercial' },
    usual,
    {},
    {
      kind: 'blocked',
      code: 'billing.commercialMetering',
      params: { date: expect.stringMatching(/^\d\d\.\d\d\.\d{4}$/) },
    },
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
    { kind: 'refused', code: 'readings.alreadySubmitted', params: { date: '30.10.2026', day: '01.11.2026' } },
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
    { kind: 'accepted', code: 'readings.accepted', problems: [], repeatOf: 'R-1' },
  ],
  [
    'the very same values again, which an operator checks',
    { existing: { ...existing, kind: 'underReview', code: 'readings.operatorCheck' } },
    usual,
    {},
    { kind: 'underReview', code: 'readings.operatorCheck', params: { date: '02.11.2026' }, repeatOf: 'R-1' },
  ],
];

const everyCode: Record<ReadingCode, true> = {
  'readings.accepted': true,
  'readings.notInCalculation': true,
  'readings.sameAsPrevious': true,
  'readings.rollOver': true,
  'readings.deviation': true,
  'readings.operatorCheck': true,
  'readings.additionalVerification': true,
  'readings.digitCapacity': true,
  'readings.lowerThanPrevious': true,
  'readings.valueTooLarge': true,
  'readings.alreadySubmitted': true,
  'readings.takenByOperator': true,
  'readings.substation': true,
  'readings.personInputBlocked': true,
  'readings.entityPeriodClosed': true,
  'readings.entityInputBlocked': true,
  'billing.commercialMetering': true,
  'readings.meterDisabled': true,
  'readings.severalMeters': true,
  'readings.meterNotFound': true,
  'accounts.noContract': true,
  'field.required': true,
};

describe('The answer to a reading of one meter', () => {
  test.each(table)('%s', (_says, facts, values, more, answer) => {
    expect(assess(facts, values, more)).toMatchObject(answer);
  });

  test('is every message that the rules know, in one of these rows', () => {
    const seen = new Set(table.map(([, facts, values, more]) => assess(facts, values, more).code));
    expect([...seen].sort()).toEqual(Object.keys(everyCode).sort());
  });
});
