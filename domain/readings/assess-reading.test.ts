import { describe, expect, test } from 'vitest';
import { fromKwh } from '#domain/energy.ts';
import { standardRules } from '#domain/rules/testing/standard-rules.ts';
import { localDate } from '#domain/time/local-date.ts';
import { assessReadings } from './assess-reading.ts';
import {
  assess,
  emptySubmission,
  existing,
  flat,
  previousDate,
  single,
  usual,
} from './testing/sample-meter.ts';

describe('assessReadings of one meter', () => {
  test('returns zones, values, kWh and period for the receipt', () => {
    expect(assess({}, usual)).toEqual({
      kind: 'accepted',
      code: 'readings.accepted',
      params: { inWindow: 1 },
      registers: [
        {
          zone: 'day',
          previousValue: 12_345,
          previousDate,
          value: 12_425,
          energy: fromKwh(80),
          energySincePrevious: fromKwh(80),
          billedByAverage: 0,
          rolledOver: false,
          isLower: false,
        },
        {
          zone: 'night',
          previousValue: 4100,
          previousDate,
          value: 4140,
          energy: fromKwh(40),
          energySincePrevious: fromKwh(40),
          billedByAverage: 0,
          rolledOver: false,
          isLower: false,
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
      adviceParams: undefined,
    });
  });

  test('lists the registers without a value', () => {
    expect(assess({}, { day: 12_425, night: '' })).toMatchObject({
      kind: 'accepted',
      missingZones: ['night'],
      totalEnergy: fromKwh(80),
    });
  });

  test('reports the problems of all registers, and the severest decides', () => {
    const outcome = assess({}, { day: 12_345, night: 'x' });
    expect(outcome.code).toBe('readings.digitCapacity');
    expect(outcome.confirmations).toEqual(['readings.sameAsPrevious']);
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

  test('advises readings.noStatistics without data of last year', () => {
    expect(assess({ lastYear: undefined }, usual).advice).toBe('readings.noStatistics');
    expect(assess({}, usual).advice).toBeUndefined();
  });

  test('ignores a last year of zero days', () => {
    const outcome = assess({ lastYear: { days: 0, total: fromKwh(0) } }, usual);
    expect(outcome).toMatchObject({
      kind: 'accepted',
      advice: 'readings.noStatistics',
      largeDeviation: false,
    });
  });

  test('compares one zone with the same zone last year', () => {
    expect(assess({}, { night: 4100 + 140 })).toMatchObject({ kind: 'accepted', advice: undefined });
    expect(assess({}, { night: 4100 + 141 })).toMatchObject({ kind: 'underReview', largeDeviation: true });
  });

  test('does not compare one zone with a last year of unknown zones', () => {
    const lastYear = { days: 31, total: fromKwh(2000) };
    expect(assess({ lastYear }, { night: 4110 })).toMatchObject({ kind: 'accepted' });
    expect(assess({ lastYear }, { day: 12_355, night: 4110 })).toMatchObject({ kind: 'underReview' });
  });

  test('compares per day: 62 days may take twice the kWh', () => {
    const registers = [{ zone: 'single', previousValue: 0, previousDate: localDate('2026-08-31') }] as const;
    const facts = { registers, lastYear: { days: 31, total: fromKwh(300) } };
    expect(assess(facts, { single: 600 })).toMatchObject({ kind: 'accepted' });
  });

  test('returns the energy already charged by average', () => {
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
      ...standardRules.readings,
      deviation: {
        ...standardRules.readings.deviation,
        person: {
          first: { percent: 10, floorKwh: 5, floorHours: 0 },
          second: { percent: 20, floorKwh: 5, floorHours: 0, kwh: 10 },
        },
      },
      verificationAtDeviation: 1,
    };
    const values = { ...usual, day: 12_425 + 20 };
    expect(assessReadings(flat, { ...emptySubmission, values }, rules).code).toBe(
      'readings.additionalVerification',
    );
  });

  test('follows the thresholds of companies for a company', () => {
    // 120 kWh last October; ten and twenty hours of 5 kW are 50 and 100 kWh.
    const answerOf = (kwh: number, customerType: 'person' | 'entity') =>
      assess({ customerType }, { ...usual, day: 12_345 + kwh - 40 }).code;
    expect(answerOf(300, 'entity')).toBe('readings.operatorCheck');
    expect(answerOf(200, 'entity')).toBe('readings.deviation');
    expect(answerOf(300, 'person')).toBe('readings.deviation');
  });

  test('compares zones read on different days over the longest span when last year has no zones', () => {
    const registers = [
      { zone: 'day', previousValue: 0, previousDate: localDate('2026-08-31') },
      { zone: 'night', previousValue: 0, previousDate },
    ] as const;
    const facts = { registers, lastYear: { days: 31, total: fromKwh(300) } };
    expect(assess(facts, { day: 400, night: 200 })).toMatchObject({ kind: 'accepted' });
  });

  test("requires verification instead of the operator's check", () => {
    const facts = { ...single(1000), verificationRequested: true };
    const outcome = assess(facts, { single: 9000 }, { hasPhoto: true });
    expect(outcome.problems.map(({ code }) => code)).toContain('readings.operatorCheck');
    expect(outcome).toMatchObject({ kind: 'underReview', code: 'readings.additionalVerification' });
  });

  test("schedules the operator's check after the holidays of the supplier", () => {
    const rules = { ...standardRules.readings, holidays: [localDate('2026-11-02')] };
    const submission = { ...emptySubmission, values: { single: 9000 }, hasPhoto: true };
    expect(assessReadings({ ...flat, ...single(1000) }, submission, rules).params).toEqual({
      date: '03.11.2026',
    });
  });

  test('does not count a refused reading as a large deviation', () => {
    expect(assess({ inputBlocked: true }, usual).largeDeviation).toBe(false);
    expect(assess({}, { day: 'x' }).largeDeviation).toBe(false);
    expect(assess({ lastYear: undefined }, usual).largeDeviation).toBe(false);
  });

  test('a value that is no number has no consumption and no roll-over', () => {
    expect(assess({}, { day: 'x' }).registers).toMatchObject([
      { zone: 'day', value: undefined, energy: 0, rolledOver: false },
    ]);
  });

  test('reports a roll-over through zero', () => {
    expect(assess(single(999_950), { single: 70 }).registers).toMatchObject([{ rolledOver: true }]);
    expect(assess(single(999_950), { single: 999_960 }).registers).toMatchObject([{ rolledOver: false }]);
  });

  test('a value that is no number is reported also where a value exists', () => {
    expect(assess({ existing }, { day: 'x' }).code).toBe('readings.digitCapacity');
  });

  test("names the day of a repeated reading only during an operator's check", () => {
    expect(assess({ existing }, usual).params).toEqual({ inWindow: 1 });
    const checked = { ...existing, kind: 'underReview', code: 'readings.operatorCheck' } as const;
    expect(assess({ existing: checked }, usual).params).toEqual({ date: '02.11.2026' });
  });

  test('accepts an added zone beside an existing one', () => {
    const outcome = assess({ existing: { ...existing, values: { night: 4140 } } }, usual);
    expect(outcome.kind).toBe('accepted');
    expect(outcome.repeatOf).toBeUndefined();
  });
});

describe('assessReadings with registers possible one by one but not together', () => {
  const codes = (outcome: ReturnType<typeof assess>) =>
    outcome.problems.map(({ code, zone }) => [code, zone]);

  test.each([
    // kWh by day, by night, zone of the problem
    [2000, 1721, 'day'],
    [1721, 2000, 'night'],
    // The first of equal ones
    [1861, 1861, 'day'],
  ])('%i kWh by day, %i by night: refuses the larger one', (day, night, zone) => {
    const outcome = assess({}, { day: 12_345 + day, night: 4100 + night });
    expect(codes(outcome)).toEqual([['readings.valueTooLarge', zone]]);
  });

  test('refuses them also when one would need a confirmation', () => {
    const registers = [
      { zone: 'day', previousValue: 999_000, previousDate },
      { zone: 'night', previousValue: 4100, previousDate },
    ] as const;
    expect(codes(assess({ registers }, { day: 1000, night: 4100 + 1721 }))).toEqual([
      ['readings.valueTooLarge', 'day'],
      ['readings.rollOver', 'day'],
    ]);
  });

  test('reports one problem when one is too large by itself', () => {
    const outcome = assess({ lastYear: undefined }, { day: 12_345 + 3721, night: 4140 }, { hasPhoto: true });
    expect(codes(outcome)).toEqual([['readings.operatorCheck', 'day']]);
  });

  test('allows what is possible in the days of the register read first', () => {
    const registers = [
      { zone: 'day', previousValue: 0, previousDate: localDate('2026-08-31') },
      { zone: 'night', previousValue: 0, previousDate },
    ] as const;
    expect(assess({ registers, lastYear: undefined }, { day: 3000, night: 1500 }).code).toBe(
      'readings.accepted',
    );
  });
});

describe('assessReadings between other readings of the month', () => {
  const on = (day: string) => ({ ...flat.placement, effectiveDate: localDate(day) });
  const facts = (day: string, ...known: [value: number, day: string][]) => ({
    registers: [
      {
        zone: 'single' as const,
        previousValue: 1000,
        previousDate,
        known: known.map(([value, date]) => ({ value, date: localDate(date) })),
      },
    ],
    placement: on(day),
    lastYear: undefined,
  });

  test.each([
    // day of the reading, value, known values, code, kWh since the last reading of an earlier month
    ['2026-11-01', 1100, [[1080, '2026-10-22']], 'readings.accepted', 100],
    ['2026-11-01', 1070, [[1080, '2026-10-22']], 'readings.lowerThanPrevious', undefined],
    ['2026-11-01', 1080, [[1080, '2026-10-22']], 'readings.sameAsPrevious', undefined],
    [
      '2026-11-01',
      1120,
      [
        [1080, '2026-10-15'],
        [1110, '2026-10-22'],
      ],
      'readings.accepted',
      120,
    ],
    [
      '2026-11-01',
      1090,
      [
        [1080, '2026-10-15'],
        [1110, '2026-10-22'],
      ],
      'readings.lowerThanPrevious',
      undefined,
    ],
    // A value of the same day is replaced: it is no neighbour
    ['2026-10-22', 1070, [[1080, '2026-10-22']], 'readings.accepted', 70],
    ['2026-10-22', 1090, [[1080, '2026-10-22']], 'readings.accepted', 90],
    // 5 kW take 1200 kWh in the ten days since the last known value
    ['2026-11-01', 1080 + 1200, [[1080, '2026-10-22']], 'readings.accepted', 1280],
    ['2026-11-01', 1080 + 1201, [[1080, '2026-10-22']], 'readings.valueTooLarge', undefined],
    // Not above the value of a later day
    ['2026-10-15', 1050, [[1080, '2026-10-22']], 'readings.accepted', 50],
    ['2026-10-15', 1080, [[1080, '2026-10-22']], 'readings.accepted', 80],
    ['2026-10-15', 1081, [[1080, '2026-10-22']], 'readings.valueTooLarge', undefined],
    [
      '2026-10-15',
      1050,
      [
        [1040, '2026-10-10'],
        [1080, '2026-10-22'],
      ],
      'readings.accepted',
      50,
    ],
    [
      '2026-10-15',
      1030,
      [
        [1040, '2026-10-10'],
        [1080, '2026-10-22'],
      ],
      'readings.lowerThanPrevious',
      undefined,
    ],
  ] as const)('as of %s, %i, beside %j: %s', (day, value, known, code, kwh) => {
    const outcome = assess(facts(day, ...(known as unknown as [number, string][])), { single: value });
    expect(outcome.code).toBe(code);
    if (kwh !== undefined) expect(outcome.totalEnergy).toBe(fromKwh(kwh));
  });

  test.each([
    // day, value, known values, the accepted value that refuses it
    ['2026-11-01', 1070, [[1080, '2026-10-22']], { value: '001080', date: '22.10.2026' }],
    ['2026-10-15', 1081, [[1080, '2026-10-22']], { value: '001080', date: '22.10.2026' }],
    [
      '2026-10-15',
      1030,
      [
        [1040, '2026-10-10'],
        [1080, '2026-10-22'],
      ],
      { value: '001040', date: '10.10.2026' },
    ],
  ] as const)(
    'as of %s, %i beside %j names the value that it is compared with',
    (day, value, known, named) => {
      expect(
        assess(facts(day, ...(known as unknown as [number, string][])), { single: value }),
      ).toMatchObject({ kind: 'refused', advice: 'readings.comparedWith', adviceParams: named });
    },
  );

  test('a register says the value it is compared with and the energy since that day', () => {
    const { registers, totalEnergy } = assess(facts('2026-11-01', [1080, '2026-10-22']), { single: 1100 });
    expect(registers).toMatchObject([
      { previousValue: 1080, previousDate: '2026-10-22', energySincePrevious: fromKwh(20) },
    ]);
    expect(totalEnergy).toBe(fromKwh(100));
  });

  test('without last year only the contracted power limits a reading', () => {
    expect(assess(facts('2026-11-01'), { single: 1000 + 3720 }).code).toBe('readings.accepted');
    expect(assess(facts('2026-11-01'), { single: 1000 + 3721 }).code).toBe('readings.valueTooLarge');
  });
});
