import fc from 'fast-check';
import { expect, test } from 'vitest';
import { kopiykas } from '../money.ts';
import { toAccountBalance } from './account-balance.ts';

test.each([
  ['a debt', 50, 50, 43200, { beginDebet: 50n, beginCredit: 0n, debet: 50n, credit: 0n, endDebet: 43250n }],
  [
    'an overpayment',
    -10000,
    -10000,
    4000,
    { beginDebet: 0n, beginCredit: 10000n, debet: 0n, credit: 10000n, endDebet: 0n },
  ],
  [
    'a debt paid this month',
    43250,
    0,
    0,
    { beginDebet: 43250n, beginCredit: 0n, debet: 0n, credit: 0n, endDebet: 0n },
  ],
  [
    'an overpayment too small',
    -10000,
    -10000,
    43200,
    { beginDebet: 0n, beginCredit: 10000n, debet: 0n, credit: 10000n, endDebet: 33200n },
  ],
  ['nothing owed', 0, 0, 0, { beginDebet: 0n, beginCredit: 0n, debet: 0n, credit: 0n, endDebet: 0n }],
])('toAccountBalance: %s', (_, beginning, current, expectedCharge, shown) => {
  const figures = {
    beginning: kopiykas(beginning),
    current: kopiykas(current),
    expectedCharge: kopiykas(expectedCharge),
  };
  expect(toAccountBalance(figures)).toEqual(shown);
});

test('the balance never shows a debt and an overpayment at once, nor a negative sum', () => {
  const sum = fc.bigInt({ min: -1_000_000n, max: 1_000_000n }).map(kopiykas);
  fc.assert(
    fc.property(sum, sum, sum, (beginning, current, expectedCharge) => {
      const shown = toAccountBalance({ beginning, current, expectedCharge });
      expect(shown.debet - shown.credit).toBe(current);
      expect(shown.beginDebet - shown.beginCredit).toBe(beginning);
      expect(shown.debet === 0n || shown.credit === 0n).toBe(true);
      expect(Object.values(shown).every((value) => value >= 0n)).toBe(true);
    }),
  );
});
