import { expect, test } from 'vitest';
import { balanceSet } from './balance-state.ts';

const whole = { debet: '12.50', credit: '0', beginDebet: '1.00', endDebet: '12.50', beginCredit: '0' };

test('a balance is kept as it came', () => {
  const debetAct = { items: [] };
  expect(balanceSet(whole)).toEqual({ ...whole, ballanceLoaded: true, ballanceError: false, debetAct });
});

test.each([
  ['without anything', {}, true],
  ['without a debet', { credit: '0' }, true],
  ['with an empty credit', { debet: '1.00', credit: '' }, true],
  ['without the sums of the beginning', { debet: '1.00', credit: '0' }, false],
])('a balance %s has "0" for what is missing', (_case, given, ballanceError) => {
  const balance = balanceSet(given);
  expect(balance).toMatchObject({ beginDebet: '0', endDebet: '0', beginCredit: '0', ballanceError });
  expect(Object.values(balance)).not.toContain('');
});
