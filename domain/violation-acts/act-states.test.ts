import { expect, test } from 'vitest';
import { localDate } from '../time/local-date.ts';
import { actActionsOf, droppingTakesTwo } from './act-states.ts';
import { actDueOn, earliestHearing } from './act-terms.ts';

test.each([
  ['drawn', false, 'invite decide cancel', false],
  ['served', false, 'invite decide cancel', false],
  ['hearingSet', false, 'invite decide cancel', false],
  ['decided', false, 'decide cancel', true],
  ['disputed', false, 'decide cancel', true],
  ['billed', true, 'instalments cancel', true],
  ['partPaid', true, 'instalments cancel', true],
  ['overdue', true, 'instalments cancel', true],
  ['instalments', true, 'instalments cancel', true],
  ['paid', true, 'cancel', true],
  ['cancelled', false, '', true],
])(
  'an act that is %s, charged: %s, allows: %s; to drop it takes two: %s',
  (state, isCharged, actions, takesTwo) => {
    const standing = {
      state,
      isCharged,
      isOwing: isCharged && state !== 'paid',
      isPaidFor: state === 'paid',
    };
    expect(actActionsOf(standing).join(' ')).toBe(actions);
    expect(droppingTakesTwo(standing)).toBe(takesTwo);
  },
);

test('a disputed act that was charged is not decided again; what is paid for takes two', () => {
  const standing = { state: 'disputed', isCharged: true, isOwing: true, isPaidFor: false };
  expect(actActionsOf(standing)).toEqual(['cancel']);
  const paidFor = { state: 'drawn', isCharged: false, isOwing: false, isPaidFor: true };
  expect(droppingTakesTwo(paidFor)).toBe(true);
});

test.each([
  ['2026-11-20', 30, '2026-12-20'],
  ['2026-12-31', 30, '2027-01-30'],
  ['2028-02-10', 20, '2028-03-01'],
])('%s and %i days is %s', (day, days, expected) => {
  expect(actDueOn(localDate(day), { paymentDays: days })).toBe(expected);
  expect(earliestHearing(localDate(day), { hearingDays: days })).toBe(expected);
});
