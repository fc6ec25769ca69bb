import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Kopiykas, kopiykas, moneyFromWire, moneyToWire, subtractMoney, sumMoney } from '../money.ts';
import {
  closingOf,
  compareHalves,
  type Half,
  type ReconciliationEntry,
  turnoverOf,
} from './match-reconciliation.ts';
import { readReconciliationRows } from './read-reconciliation-rows.ts';

const entry = (
  date: string,
  number: string | null,
  sum: string,
  document = number ?? '',
): ReconciliationEntry => ({
  date,
  document,
  number,
  signed: moneyFromWire(sum),
});
const half = (entries: readonly ReconciliationEntry[], opening = '0.00'): Half => ({
  opening: moneyFromWire(opening),
  entries,
});

/** Worked number W13 of the facts of entities. */
const w13 = half(
  [
    entry('2026-09-30', 'A-09', '385326.41'),
    entry('2026-10-05', 'P-1', '-12480.55'),
    entry('2026-10-20', 'P-2', '-385326.41'),
    entry('2026-10-31', 'A-10', '341207.12'),
    entry('2026-11-10', 'P-3', '-100000.00'),
  ],
  '12480.55',
);

test('W13: turnover and closing balance', () => {
  const { debit, credit } = turnoverOf(w13.entries);
  expect([debit, credit, closingOf(w13)].map(moneyToWire)).toEqual(['726533.53', '497806.96', '241207.12']);
});

describe('compareHalves', () => {
  test('the same documents match, whatever their words and order', () => {
    const ofCustomer = half(
      w13.entries.toReversed().map((one) => ({ ...one, number: null, document: `Накладна № ${one.number}` })),
      '12480.55',
    );
    const { matched, differing, closingDifference } = compareHalves(w13, ofCustomer);
    expect([matched.length, differing.length, closingDifference]).toEqual([5, 0, 0n]);
  });

  test.each<[string, ReconciliationEntry, ReconciliationEntry, number]>([
    [
      'another day, the same number',
      entry('2026-10-31', 'A-1', '5.00'),
      entry('2026-11-02', null, '5.00', 'a1'),
      1,
    ],
    [
      'no number, the same day',
      entry('2026-10-31', 'A-1', '5.00'),
      entry('2026-10-31', null, '5.00', 'рах.'),
      1,
    ],
    [
      'no number, another day',
      entry('2026-10-31', 'A-1', '5.00'),
      entry('2026-11-01', null, '5.00', 'рах.'),
      0,
    ],
    ['another sum', entry('2026-10-31', 'A-1', '5.00'), entry('2026-10-31', null, '5.01', 'A-1'), 0],
    [
      'a payment and a charge',
      entry('2026-10-31', 'A-1', '5.00'),
      entry('2026-10-31', null, '-5.00', 'A-1'),
      0,
    ],
  ])('%s', (_, seller, customer, count) => {
    expect(compareHalves(half([seller]), half([customer])).matched).toHaveLength(count);
  });

  test('the same number with another sum is one difference, of their sums', () => {
    const { differing } = compareHalves(
      half([entry('2026-10-31', 'A-1', '5.00')]),
      half([entry('2026-10-30', null, '4.00', 'акт A-1')]),
    );
    expect(differing).toMatchObject([{ amount: kopiykas(100) }]);
  });

  test('two equal payments of a day are two, not one', () => {
    const twice = [entry('2026-10-05', null, '-7.00', 'p'), entry('2026-10-05', null, '-7.00', 'p')];
    const { matched, differing } = compareHalves(
      half(twice),
      half(twice.slice(1).map((one) => ({ ...one }))),
    );
    expect([matched.length, differing.length]).toEqual([1, 1]);
  });

  test('each document is in one place, and the differences are those of the balances', () => {
    const anEntry = fc.record({
      date: fc.constantFrom('2026-10-01', '2026-10-02', '2026-10-03'),
      document: fc.constantFrom('A-1', 'A-2', 'x', ''),
      number: fc.constantFrom('A-1', 'A-2', null),
      signed: fc.integer({ min: -3, max: 3 }).map((sum) => kopiykas(sum)),
    });
    const aHalf = fc.record({
      opening: fc.integer({ min: -5, max: 5 }).map((sum) => kopiykas(sum) as Kopiykas),
      entries: fc.array(anEntry, { maxLength: 8 }),
    });
    fc.assert(
      fc.property(aHalf, aHalf, (seller, customer) => {
        const { matched, differing, openingDifference, closingDifference } = compareHalves(seller, customer);
        const once = (side: 'seller' | 'customer') =>
          [...matched, ...differing].flatMap((pair) => pair[side] ?? []);
        expect(new Set(once('seller'))).toEqual(new Set(seller.entries));
        expect(once('seller')).toHaveLength(seller.entries.length);
        expect(new Set(once('customer'))).toEqual(new Set(customer.entries));
        expect(once('customer')).toHaveLength(customer.entries.length);
        expect(closingDifference).toBe(subtractMoney(closingOf(seller), closingOf(customer)));
        expect(sumMoney([openingDifference, ...differing.map(({ amount }) => amount)])).toBe(
          closingDifference,
        );
        for (const pair of matched) expect(pair.seller.signed).toBe(pair.customer.signed);
      }),
    );
  });
});

describe('readReconciliationRows', () => {
  test('rows of a table and of a file, with a title and totals', () => {
    const pasted =
      'Дата\tДокумент\tДебет\tКредит\n31.10.2026\tАкт № 5\t\t1 234,56\n2026-11-05\tПлатіж 7\t100.00\n\t\t100\t1234,56\n';
    const { rows, problems } = readReconciliationRows(pasted);
    expect(problems).toEqual([]);
    expect(rows).toEqual([
      { date: '2026-10-31', document: 'Акт № 5', debit: 0n, credit: 123_456n },
      { date: '2026-11-05', document: 'Платіж 7', debit: 10_000n, credit: 0n },
    ]);
    expect(readReconciliationRows('\uFEFF1.9.2026;"Акт; № 5";;2,5\r\n').rows).toEqual([
      { date: '2026-09-01', document: 'Акт; № 5', debit: 0n, credit: 250n },
    ]);
  });

  test.each([
    ['31.10.2026;Акт', 'columns'],
    ['31.10.2026;Акт;1;2;3', 'columns'],
    ['31.02.2026;Акт;1;', 'date'],
    ['31.10.2026;Акт;багато;', 'sum'],
    ['31.10.2026;Акт;-1;', 'sum'],
    ['31.10.2026;Акт;;', 'noSum'],
    ['31.10.2026;Акт;1;1', 'bothSums'],
  ])('"%s": %s', (line, problem) => {
    expect(readReconciliationRows(`01.10.2026;Акт;1;\n${line}`)).toMatchObject({
      rows: [{ date: '2026-10-01' }],
      problems: [{ line: 2, problem }],
    });
  });
});
