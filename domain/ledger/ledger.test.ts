import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Kopiykas, kopiykas, negateMoney, sumMoney, zeroMoney } from '../money.ts';
import {
  entriesForBenefit,
  entriesForCharge,
  entriesForCompensation,
  entriesForCorrection,
  entriesForPayment,
  type LedgerAccount,
  type LedgerEntry,
  reversalOf,
} from './ledger.ts';

const everyAccount: LedgerAccount[] = [
  'receivable',
  'actReceivable',
  'revenue',
  'actRevenue',
  'inTransit',
  'bank',
  'opening',
  'benefit',
  'correction',
  'compensation',
];

const opening = (amount: bigint): LedgerEntry => ({
  debit: 'receivable',
  credit: 'opening',
  amount: kopiykas(amount),
  kind: 'opening',
});

/** Debits less credits of one account. */
function balanceOf(entries: Iterable<LedgerEntry>, account: LedgerAccount): Kopiykas {
  let balance = 0n;
  for (const { debit, credit, amount } of entries) {
    if (debit === account) balance += amount;
    if (credit === account) balance -= amount;
  }
  return kopiykas(balance);
}

/** Balances of a customer: debts above zero, overpayments below; and money in transit. */
const accountBalance = (entries: readonly LedgerEntry[]) => ({
  receivable: balanceOf(entries, 'receivable'),
  actReceivable: balanceOf(entries, 'actReceivable'),
  inTransit: balanceOf(entries, 'inTransit'),
});

test('ledger: a debt of 0.50 and a month of 432.00 paid by card, landed a day later', () => {
  const books = [
    opening(50n),
    ...entriesForCharge(kopiykas(43200), 'charge'),
    ...entriesForPayment({ event: 'confirmed', purpose: 'energy', amount: kopiykas(43250) }),
  ];
  expect(accountBalance(books.slice(0, 2))).toEqual({ receivable: 43250n, actReceivable: 0n, inTransit: 0n });
  expect(accountBalance(books)).toEqual({ receivable: 0n, actReceivable: 0n, inTransit: 43250n });
  books.push(...entriesForPayment({ event: 'landed', amount: kopiykas(43250) }));
  expect(accountBalance(books)).toEqual({ receivable: 0n, actReceivable: 0n, inTransit: 0n });
  expect(balanceOf(books, 'bank')).toBe(43250n);
  expect(balanceOf(books, 'revenue')).toBe(-43200n);
});

test('ledger: a violation act and its payment do not change the energy debt', () => {
  const books = [
    ...entriesForCharge(kopiykas(43200), 'charge'),
    ...entriesForCharge(kopiykas(1_000_000), 'actCharge'),
    ...entriesForPayment({ event: 'confirmed', purpose: 'act', amount: kopiykas(400_000) }),
  ];
  expect(accountBalance(books)).toEqual({ receivable: 43200n, actReceivable: 600_000n, inTransit: 400_000n });
});

test('entriesForCharge swaps the sides of a negative charge and keeps the amount positive', () => {
  expect(entriesForCharge(kopiykas(-8640), 'recalculation')).toEqual([
    { debit: 'revenue', credit: 'receivable', amount: 8640n, kind: 'recalculation' },
  ]);
  expect(entriesForBenefit(kopiykas(5000))).toEqual([
    { debit: 'benefit', credit: 'receivable', amount: 5000n, kind: 'benefit' },
  ]);
});

test('entriesForCorrection changes the debt and no money account', () => {
  const books = [...entriesForCorrection(kopiykas(700)), ...entriesForCorrection(kopiykas(-1200))];
  expect(accountBalance(books)).toEqual({ receivable: -500n, actReceivable: 0n, inTransit: 0n });
  expect(balanceOf(books, 'correction')).toBe(500n);
});

test('entriesForCompensation takes off the debt and no money account', () => {
  const books = [
    ...entriesForCharge(kopiykas(12_000), 'charge'),
    ...entriesForCompensation(kopiykas(20_000)),
  ];
  expect(accountBalance(books)).toEqual({ receivable: -8000n, actReceivable: 0n, inTransit: 0n });
  expect(balanceOf(books, 'compensation')).toBe(20_000n);
});

test('ledger: no entry for a charge of zero, RangeError for a payment or compensation of zero', () => {
  expect(entriesForCharge(zeroMoney, 'charge')).toEqual([]);
  expect(() => entriesForCompensation(zeroMoney)).toThrow(RangeError);
  for (const amount of [zeroMoney, kopiykas(-1)]) {
    expect(() => entriesForPayment({ event: 'landed', amount })).toThrow(RangeError);
  }
});

const anyEntry: fc.Arbitrary<LedgerEntry> = fc.record({
  debit: fc.constantFrom(...everyAccount),
  credit: fc.constantFrom(...everyAccount),
  amount: fc.bigInt({ min: 1n, max: 10n ** 12n }).map(kopiykas),
  kind: fc.constantFrom('charge', 'benefit', 'paymentLanded'),
});

test('ledger accounts sum to zero for any entries', () => {
  fc.assert(
    fc.property(fc.array(anyEntry), (books) => {
      expect(sumMoney(everyAccount.map((account) => balanceOf(books, account)))).toBe(zeroMoney);
    }),
  );
});

test('reversalOf restores every account', () => {
  fc.assert(
    fc.property(fc.array(anyEntry), anyEntry, (books, mistake) => {
      for (const account of everyAccount) {
        expect(balanceOf([...books, mistake, reversalOf(mistake)], account)).toBe(balanceOf(books, account));
      }
      expect(reversalOf(mistake).amount).toBeGreaterThan(0n);
    }),
  );
});

test('the debt is charges less payments, in any order', () => {
  const sum = fc.bigInt({ min: -1_000_000n, max: 1_000_000n }).map(kopiykas);
  const credit = fc.bigInt({ min: 1n, max: 100_000n }).map(kopiykas);
  fc.assert(
    fc.property(fc.array(sum), fc.array(sum), fc.array(credit), (charges, benefits, compensations) => {
      const books = [
        ...charges.flatMap((charge) => entriesForCharge(charge, 'recalculation')),
        ...benefits.flatMap(entriesForBenefit),
        ...compensations.flatMap(entriesForCompensation),
      ];
      expect(accountBalance(books).receivable).toBe(
        sumMoney([...charges, ...benefits.map(negateMoney), ...compensations.map(negateMoney)]),
      );
    }),
  );
});

test('ledger: the debit, credit and kind of each event', () => {
  const amount = kopiykas(100);
  expect(
    [
      ...entriesForCharge(amount, 'charge'),
      ...entriesForCharge(kopiykas(-100), 'recalculation'),
      ...entriesForCharge(amount, 'actCharge'),
      ...entriesForPayment({ event: 'confirmed', purpose: 'energy', amount }),
      ...entriesForPayment({ event: 'confirmed', purpose: 'act', amount }),
      ...entriesForPayment({ event: 'landed', amount }),
      ...entriesForBenefit(amount),
      ...entriesForCorrection(amount),
      ...entriesForCompensation(amount),
      ...entriesForCharge(amount, 'charge').map(reversalOf),
    ].map(({ debit, credit, kind }) => `${debit} ${credit} ${kind}`),
  ).toEqual([
    'receivable revenue charge',
    'revenue receivable recalculation',
    'actReceivable actRevenue actCharge',
    'inTransit receivable paymentConfirmed',
    'inTransit actReceivable paymentConfirmed',
    'bank inTransit paymentLanded',
    'benefit receivable benefit',
    'receivable correction correction',
    'compensation receivable compensation',
    'revenue receivable reversal',
  ]);
  expect(entriesForCharge(zeroMoney, 'charge')).toEqual([]);
});
