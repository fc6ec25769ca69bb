import { expect, test } from 'vitest';
import { choiceOf, periodChoices, rangeOf } from './period-buttons.tsx';

const today = '2026-11-20';

test.each([
  ['thisYear', { from: '2026-01-01', to: '2026-12-31' }],
  ['lastYear', { from: '2025-01-01', to: '2025-12-31' }],
  ['all', {}],
] as const)('the choice "%s" is %o', (choice, range) => expect(rangeOf(choice, today)).toEqual(range));

test('a choice is known again by its days, and other days are none', () => {
  expect(periodChoices.map((choice) => choiceOf(rangeOf(choice, today), today))).toEqual(periodChoices);
  expect(choiceOf({ from: '2026-01-01' }, today)).toBeUndefined();
});
