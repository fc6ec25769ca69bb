import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromKwh } from '#domain/energy.ts';
import type { DailyAverage } from '#domain/readings/average-daily-consumption.ts';
import { billingPeriod, firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
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
  known: [{ value: 1000, on: from }],
  months: [{ period: billingPeriod('2026-10'), from, to }],
  average,
};

/** Begins the month at a value, and shows another one later. */
const shows = (openingValue: number, value?: number, on: LocalDate = to) => ({
  known: [{ value: openingValue, on: from }, ...(value === undefined ? [] : [{ value, on }])],
});
const read = (value: number, on?: LocalDate) => shows(1000, value, on);

describe('what a register counted in October', () => {
  test.each([
    ['up to its reading', read(1080), [1080, 80, 'actual']],
    ['nothing, when it shows the same', read(1000), [1000, 0, 'actual']],
    ['by average without a reading', {}, [1310, 310, 'estimated']],
    ['up to a reading inside, then by average', read(1050, inside), [1150, 150, 'brought']],
    ['through zero', shows(99_960, 40), [40, 80, 'actual']],
    // No power of now judges what was accepted: 7,900 kWh of a month were possible when they were.
    ['through zero, however much that is', shows(92_200, 100), [100, 7900, 'actual']],
    ['by average through zero', shows(99_900), [210, 310, 'estimated']],
    ['times its coefficient', { coefficient: 20, ...read(1010) }, [1010, 200, 'actual']],
    ['nothing, when the value before was higher', read(990), [990, 0, 'actual']],
  ] as const)('%s', (_, change, [closingValue, kwh, basis]) =>
    expect(measureRegister({ ...register, ...change })).toMatchObject([
      { closingValue, energy: fromKwh(kwh), basis },
    ]),
  );
});

test('a step that nothing explains counts nothing and is named in the month in which it ends', () => {
  const months = ['2026-09', '2026-10', '2026-11'].map((text) => {
    const period = billingPeriod(text);
    return { period, from: firstDay(period), to: firstDayAfter(period) };
  });
  const known = [
    { value: 1000, on: localDate('2026-09-01') },
    { value: 990, on: localDate('2026-10-16') },
    { value: 1005, on: to },
    { value: 1035, on: localDate('2026-12-01') },
  ];
  const measured = measureRegister({ ...register, known, months });
  expect(measured.map(({ energy, unexplained }) => [energy, unexplained])).toEqual([
    [0, []],
    [fromKwh(15), [{ previous: known[0], value: known[1] }]],
    [fromKwh(30), []],
  ]);
});

describe('several months', () => {
  const months = ['2026-08', '2026-09', '2026-10'].map((text) => {
    const period = billingPeriod(text);
    return { period, from: firstDay(period), to: firstDayAfter(period) };
  });
  const kwh = (known: RegisterToMeasure['known'], disconnected: RegisterToMeasure['disconnected'] = []) =>
    measureRegister({ ...register, known, months, disconnected }).map(({ energy, closingValue, basis }) => [
      energy / 1000,
      closingValue,
      basis,
    ]);
  const start = { value: 1000, on: localDate('2026-08-01') };

  test('share by days what lies between two values', () =>
    expect(kwh([start, { value: 1092, on: to }])).toEqual([
      [31, 1031, 'brought'],
      [30, 1061, 'brought'],
      [31, 1092, 'actual'],
    ]));

  test('never share over a value that is known', () => {
    const inAugust = { value: 1100, on: localDate('2026-08-16') };
    expect(kwh([start, inAugust, { value: 1146, on: localDate('2026-10-01') }])).toEqual([
      [116, 1116, 'brought'],
      [30, 1146, 'actual'],
      [310, 1456, 'estimated'],
    ]);
  });

  describe('in which the point was disconnected', () => {
    const fromMiddle = [{ from: localDate('2026-08-21'), to: localDate('2026-10-11') }];

    test('have no average on those days', () =>
      expect(kwh([start], fromMiddle)).toEqual([
        [200, 1200, 'estimated'],
        [0, 1200, 'estimated'],
        [210, 1410, 'estimated'],
      ]));

    test('have no share of what was read later on those days', () =>
      expect(kwh([start, { value: 1082, on: to }], fromMiddle)).toEqual([
        [40, 1040, 'brought'],
        [0, 1040, 'brought'],
        [42, 1082, 'actual'],
      ]));

    test('end with the value of the day on which it stood still, and count later what was found on such days', () => {
      const whole = [{ from: start.on, to: localDate('2026-12-01') }];
      expect(kwh([start], whole)).toEqual([
        [0, 1000, 'actual'],
        [0, 1000, 'actual'],
        [0, 1000, 'actual'],
      ]);
      expect(kwh([start, { value: 1030, on: inside }], whole)).toEqual([
        [0, 1000, 'actual'],
        [0, 1000, 'actual'],
        [30, 1030, 'actual'],
      ]);
    });
  });

  test('leave out a month of which no day counts', () => {
    const [first] = months;
    if (first === undefined) throw new Error('no month');
    const none = { ...first, from: first.to };
    expect(measureRegister({ ...register, known: [start], months: [none] })).toEqual([]);
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
    fc.property(registers, ({ openingValue, coefficient, value, day, hasReading }) => {
      const known = hasReading ? shows(openingValue, value, addDays(from, day)) : shows(openingValue);
      const [measured] = measureRegister({ ...register, coefficient, ...known });
      if (measured === undefined) throw new Error('not measured');
      expect(measured.energy).toBeGreaterThanOrEqual(0);
      expect(measured.closingValue).toBeGreaterThanOrEqual(0);
      expect(measured.closingValue).toBeLessThan(100_000);
    }),
  );
});
