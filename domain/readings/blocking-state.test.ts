import { expect, test } from 'vitest';
import { standardRules } from '#domain/rules/testing/standard-rules.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { localDate } from '#domain/time/local-date.ts';
import { blockingParams, blockingState } from './blocking-state.ts';
import { flat } from './testing/sample-meter.ts';

const closed = { ...flat.placement, taken: false };

test.each([
  ['nothing stands in the way', {}, true, undefined],
  ['there is no contract', { hasContract: false, metersOnAccount: 0 }, true, 'accounts.noContract'],
  ['the account has no meter', { metersOnAccount: 0 }, true, 'readings.meterNotFound'],
  ['the meter has no register', { registers: [] }, true, 'readings.meterNotFound'],
  ['several meters and none named', { metersOnAccount: 2 }, false, 'readings.severalMeters'],
  ['several meters, one named', { metersOnAccount: 2 }, true, undefined],
  ['one meter, not named', {}, false, undefined],
  ['the operator reads the point', { pointState: 'takenByOperator' }, true, 'readings.takenByOperator'],
  ['a substation', { pointState: 'substation' }, true, 'readings.substation'],
  ['a meter that is switched off', { meterState: 'disabled' }, true, 'readings.meterDisabled'],
  ['a person may not give readings', { inputBlocked: true }, true, 'readings.personInputBlocked'],
  ['the window of a person is shut', { placement: closed }, true, 'readings.personInputBlocked'],
  [
    'the account of an entity is blocked',
    { inputBlocked: true, customerType: 'entity' },
    true,
    'readings.entityInputBlocked',
  ],
  [
    'the account of an entity is blocked outside its window',
    { inputBlocked: true, placement: closed, customerType: 'entity' },
    true,
    'readings.entityInputBlocked',
  ],
  [
    'commercial metering of an entity',
    { pointState: 'commercial', customerType: 'entity' },
    true,
    'billing.commercialMetering',
  ],
  ['commercial metering of a person', { pointState: 'commercial' }, true, 'readings.takenByOperator'],
  [
    'the window of an entity is shut',
    { placement: closed, customerType: 'entity' },
    true,
    'readings.entityPeriodClosed',
  ],
] as const)('%s', (_, facts, meterNamed, code) => {
  expect(blockingState({ ...flat, ...facts }, meterNamed)).toBe(code);
});

test.each([
  ['a month that ends on a Saturday', '2026-10', [], '04.11.2026'],
  ['a holiday in between', '2026-10', ['2026-11-03'], '05.11.2026'],
  ['a month that ends on a working day', '2026-11', [], '03.12.2026'],
] as const)('commercial metering is charged within 3 working days: %s', (_, period, holidays, date) => {
  const rules = { ...standardRules.readings, holidays: holidays.map((day) => localDate(day)) };
  expect(blockingParams('billing.commercialMetering', { period: billingPeriod(period) }, rules)).toEqual({
    n: 3,
    date,
  });
  expect(blockingParams('readings.substation', { period: billingPeriod(period) }, rules)).toEqual({});
});
