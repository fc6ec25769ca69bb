import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BillingPeriod, firstDay, firstDayAfter } from '../time/billing-period.ts';
import { localDate } from '../time/local-date.ts';
import { correctionDeadline } from './correction-deadline.ts';
import { nextRequestState, type RequestAction, requestStates } from './request-states.ts';
import { compareVolume, forecastByDays, isNearVolume, usedPercent } from './volume-figures.ts';

const month = (text: string) => text as BillingPeriod;
const kwh = fc.integer({ min: 0, max: 999_999_999 });
const tolerance = fc.integer({ min: 0, max: 10_000 });

describe('compareVolume', () => {
  test.each([
    // used, volume, tolerance, Δ kWh, Δ hundredths of a percent, outside the tolerance
    [33_360, 30_000, 1_000, 3_360, 1_120, 360],
    [33_000, 30_000, 1_000, 3_000, 1_000, 0],
    [33_001, 30_000, 1_000, 3_001, 1_000, 1],
    [25_000, 30_000, 1_000, -5_000, -1_667, -2_000],
    [30_000, 30_000, 0, 0, 0, 0],
    [30_001, 30_000, 0, 1, 0, 1],
    // A tolerance of 0.5 kWh is none.
    [6, 5, 1_000, 1, 2_000, 1],
    [10, 0, 1_000, 10, null, 10],
    [0, 0, 1_000, 0, null, 0],
    [33_360, 30_000, null, 3_360, 1_120, null],
  ])('%i of %i kWh with tolerance %s', (used, volume, hundredths, delta, percent, outside) => {
    expect(compareVolume(used, volume, hundredths)).toEqual({
      deltaKwh: delta,
      deltaHundredths: percent,
      outsideKwh: outside,
    });
  });

  test('what is outside has the sign of the difference, is no more than it, and shrinks as the tolerance grows', () => {
    fc.assert(
      fc.property(kwh, kwh, tolerance, tolerance, (used, volume, one, other) => {
        const [small, large] = [Math.min(one, other), Math.max(one, other)];
        const { deltaKwh, outsideKwh } = compareVolume(used, volume, small);
        const wider = compareVolume(used, volume, large).outsideKwh ?? 0;
        expect((outsideKwh ?? 0) * deltaKwh).toBeGreaterThanOrEqual(0);
        expect(Math.abs(outsideKwh ?? 0)).toBeLessThanOrEqual(Math.abs(deltaKwh));
        expect(Math.abs(wider)).toBeLessThanOrEqual(Math.abs(outsideKwh ?? 0));
      }),
    );
  });
});

test.each([
  [26_999, 30_000, false, 89],
  [27_000, 30_000, true, 90],
  [40_000, 30_000, true, 133],
  [0, 0, false, null],
  [1, 0, true, null],
])('%i of %i kWh: near %s, %s %%', (used, volume, near, percent) => {
  expect(isNearVolume(used, volume)).toBe(near);
  expect(usedPercent(used, volume)).toBe(percent);
});

test.each([
  [1_000, 10, 30, 3_000],
  [1, 2, 31, 16],
  [500, 30, 30, 500],
  [0, 5, 30, 0],
  [0, 0, 30, undefined],
])('%i kWh in %i days of %i come to %s', (known, days, ofMonth, foreseen) => {
  expect(forecastByDays(known, days, ofMonth)).toBe(foreseen);
});

describe('correctionDeadline', () => {
  const holidays = new Set([localDate('2026-12-25')]);
  test.each([
    ['monthBefore', 20, '2026-12', '2026-11-20'],
    // A shorter month ends on its last day.
    ['monthBefore', 31, '2026-12', '2026-11-30'],
    ['monthBefore', 30, '2026-03', '2026-02-28'],
    ['monthItself', 6, '2026-12', '2026-12-06'],
    ['workingDaysBefore', 1, '2026-12', '2026-11-30'],
    // 1 November 2026 is a Sunday.
    ['workingDaysBefore', 1, '2026-11', '2026-10-30'],
    ['workingDaysBefore', 5, '2027-01', '2026-12-24'],
  ] as const)('%s %i of %s is %s', (rule, day, period, deadline) => {
    expect(correctionDeadline({ rule, day }, month(period), holidays)).toBe(deadline);
  });

  test('a contract that says nothing leaves the whole month', () => {
    expect(correctionDeadline(null, month('2026-02'), holidays)).toBe('2026-02-28');
  });

  test('a deadline of working days is a working day before the month, one of the month is inside it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 31 }), fc.integer({ min: 1, max: 12 }), (day, number) => {
        const period = month(`2026-${String(number).padStart(2, '0')}`);
        const before = correctionDeadline({ rule: 'workingDaysBefore', day }, period, holidays);
        expect(before < firstDay(period)).toBe(true);
        const inside = correctionDeadline({ rule: 'monthItself', day }, period, holidays);
        expect(inside >= firstDay(period) && inside < firstDayAfter(period)).toBe(true);
      }),
    );
  });
});

test('a request moves by the actions of its state alone', () => {
  const actions: readonly RequestAction[] = ['send', 'withdraw', 'approve', 'decline', 'apply'];
  const possible = requestStates.flatMap((state) =>
    actions.flatMap((action) => {
      const next = nextRequestState(state, action);
      return next === undefined ? [] : [`${state} ${action} ${next}`];
    }),
  );
  expect(possible).toEqual([
    'draft send sent',
    'sent withdraw draft',
    'sent approve approved',
    'sent decline declined',
    'approved decline declined',
    'approved apply applied',
  ]);
});
