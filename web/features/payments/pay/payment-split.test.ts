import { expect, test } from 'vitest';
import { moneyToWire } from '#domain/money.ts';
import { splitOf } from './payment-split.tsx';

const openMonths = [
  { period: '2026-09', sum: '191191.10' },
  { period: '2026-10', sum: '195301.74' },
];

const shown = (sum: string, named: string | undefined, months = openMonths) => {
  const split = splitOf(sum, months, named);
  const sums = (of: NonNullable<typeof split>['settled']) =>
    of.map(({ period, amount }) => `${period} ${moneyToWire(amount)}`);
  return split && [sums(split.settled), moneyToWire(split.advance), sums(split.left)];
};

test.each([
  ['195301.74', '2026-10', ['2026-10 195301.74'], '0.00', ['2026-09 191191.10']],
  ['195301.74', undefined, ['2026-09 191191.10', '2026-10 4110.64'], '0.00', ['2026-10 191191.10']],
  ['400000.00', '2026-10', ['2026-10 195301.74', '2026-09 191191.10'], '13507.16', []],
])(
  'splitOf settles %s for the month %s, then the oldest; the rest is an advance',
  (sum, named, ...expected) => expect(shown(sum, named)).toEqual(expected),
);

test('splitOf knows nothing of a sum that is none', () => expect(shown('0.00', undefined)).toBeUndefined());
