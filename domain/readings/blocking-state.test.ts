import { expect, test } from 'vitest';
import { blockingState } from './blocking-state.ts';
import { flat } from './meter-for-tests.ts';

const shut = { ...flat.placement, taken: false };

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
  ['the window of a person is shut', { placement: shut }, true, 'readings.personInputBlocked'],
  [
    'the window of an entity is shut',
    { placement: shut, customerType: 'entity' },
    true,
    'readings.entityPeriodClosed',
  ],
] as const)('%s', (_, facts, meterNamed, code) => {
  expect(blockingState({ ...flat, ...facts }, meterNamed)).toBe(code);
});
