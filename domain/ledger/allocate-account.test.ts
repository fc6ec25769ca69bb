import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addMoney, type Kopiykas, kopiykas, subtractMoney, sumMoney, zeroMoney } from '../money.ts';
import { addMonths, type BillingPeriod, billingPeriod } from '../time/billing-period.ts';
import { allocateAccount, type DebtEvent } from './allocate-account.ts';

const charge = (period: string, amount: number): DebtEvent => ({
  kind: 'charge',
  period: billingPeriod(period),
  amount: kopiykas(amount),
});
const payment = (paymentId: string, amount: number, period?: string): DebtEvent => ({
  kind: 'payment',
  paymentId,
  amount: kopiykas(amount),
  namedPeriod: period === undefined ? null : billingPeriod(period),
});

/** 'p: 2026-08 300, 2026-09 100, over 5' for each payment. */
function summarize(events: readonly DebtEvent[]): string[] {
  const { payments } = allocateAccount(events);
  return [...payments].map(([id, { settled, advance }]) =>
    [`${id}:`, ...settled.map((part) => `${part.period} ${part.amount}`), `over ${advance}`].join(' '),
  );
}

describe('allocateAccount', () => {
  test.each<[string, DebtEvent[], string[]]>([
    [
      'the oldest debt first',
      [charge('2026-08', 300), charge('2026-09', 200), payment('a', 400)],
      ['a: 2026-08 300 2026-09 100 over 0'],
    ],
    [
      'the month that was named, then the oldest',
      [charge('2026-08', 300), charge('2026-09', 200), payment('a', 400, '2026-09')],
      ['a: 2026-09 200 2026-08 200 over 0'],
    ],
    [
      'the oldest, where nothing is owed for the month that was named',
      [charge('2026-08', 300), payment('a', 400, '2026-12')],
      ['a: 2026-08 300 over 100'],
    ],
    [
      'the next charge, when it was paid ahead',
      [payment('a', 500), charge('2026-08', 300), charge('2026-09', 300)],
      ['a: 2026-08 300 2026-09 200 over 0'],
    ],
    [
      'what an older payment ahead left over',
      [payment('a', 200), payment('b', 200), charge('2026-08', 300)],
      ['a: 2026-08 200 over 0', 'b: 2026-08 100 over 100'],
    ],
    [
      'less, when the month is recalculated before it is paid',
      [charge('2026-08', 300), charge('2026-08', -100), payment('a', 300)],
      ['a: 2026-08 200 over 100'],
    ],
    [
      'what it did, when a month that is paid is given back: that goes to other debts',
      [charge('2026-08', 300), payment('a', 300), charge('2026-09', 500), charge('2026-08', -100)],
      ['a: 2026-08 300 over 0'],
    ],
  ])('allocates %s', (_, events, expected) => {
    expect(summarize(events)).toEqual(expected);
  });

  test('leaves open months ordered from the oldest, in any order of charges', () => {
    const events = [charge('2026-09', 200), charge('2026-10', 500), charge('2026-08', 300)];
    expect(allocateAccount(events).open).toEqual([
      { period: '2026-08', amount: 300n },
      { period: '2026-09', amount: 200n },
      { period: '2026-10', amount: 500n },
    ]);
  });

  test('leaves no month open that an advance covers to the kopiyka', () => {
    expect(allocateAccount([payment('a', 300), charge('2026-08', 300)])).toMatchObject({
      open: [],
      credit: 0n,
    });
  });

  test('subtracts a returned charge from the open month', () => {
    const events = [
      charge('2026-08', 300),
      payment('a', 300),
      charge('2026-09', 500),
      charge('2026-08', -100),
    ];
    expect(allocateAccount(events)).toMatchObject({
      open: [{ period: '2026-09', amount: 400n }],
      credit: 0n,
    });
  });
});

describe('allocateAccount, for any events', () => {
  const month = fc.integer({ min: 0, max: 6 }).map((n) => addMonths(billingPeriod('2026-01'), n));
  const sum = fc.integer({ min: 1, max: 100_000 }).map((n) => kopiykas(n));
  const chargeEvent = fc.record({
    kind: fc.constant('charge' as const),
    period: month,
    amount: fc.integer({ min: -50_000, max: 100_000 }).map((n) => kopiykas(n)),
  });
  const paymentEvent = fc.record({
    kind: fc.constant('payment' as const),
    paymentId: fc.uuid(),
    amount: sum,
    namedPeriod: fc.option(month, { nil: null }),
  });
  const events = fc.array(fc.oneof(chargeEvent, paymentEvent), { maxLength: 30 });

  function receivableOf(list: readonly DebtEvent[]): Kopiykas {
    return list.reduce(
      (owed, event) =>
        event.kind === 'charge' ? addMoney(owed, event.amount) : subtractMoney(owed, event.amount),
      zeroMoney,
    );
  }

  test('the parts of a payment add up to it, none is zero and no month repeats', () => {
    fc.assert(
      fc.property(events, (list) => {
        const { payments } = allocateAccount(list);
        for (const event of list) {
          if (event.kind !== 'payment') continue;
          const { settled = [], advance = zeroMoney } = payments.get(event.paymentId) ?? {};
          expect(sumMoney([...settled.map(({ amount }) => amount), advance])).toBe(event.amount);
          expect(settled.every(({ amount }) => amount > zeroMoney)).toBe(true);
          expect(new Set(settled.map(({ period }) => period)).size).toBe(settled.length);
        }
      }),
    );
  });

  test('open less credit equals the ledger balance, and at most one is above zero', () => {
    fc.assert(
      fc.property(events, (list) => {
        const { open, credit } = allocateAccount(list);
        const owed = sumMoney(open.map(({ amount }) => amount));
        expect(subtractMoney(owed, credit)).toBe(receivableOf(list));
        expect(owed === zeroMoney || credit === zeroMoney).toBe(true);
        expect(open.every(({ amount }) => amount > zeroMoney)).toBe(true);
      }),
    );
  });

  test('a month settles at most its charge', () => {
    fc.assert(
      fc.property(events, (list) => {
        const { payments } = allocateAccount(list);
        const charged = new Map<BillingPeriod, Kopiykas>();
        for (const event of list) {
          if (event.kind !== 'charge' || event.amount <= zeroMoney) continue;
          charged.set(event.period, addMoney(charged.get(event.period) ?? zeroMoney, event.amount));
        }
        const paid = new Map<BillingPeriod, Kopiykas>();
        for (const { settled } of payments.values()) {
          for (const { period, amount } of settled) {
            paid.set(period, addMoney(paid.get(period) ?? zeroMoney, amount));
          }
        }
        for (const [period, amount] of paid) expect(amount <= (charged.get(period) ?? zeroMoney)).toBe(true);
      }),
    );
  });

  test('the named month is settled before any other', () => {
    fc.assert(
      fc.property(fc.array(chargeEvent, { maxLength: 12 }), sum, month, (charges, amount, named) => {
        const before = allocateAccount(charges);
        const owed = before.open.find(({ period }) => period === named)?.amount ?? zeroMoney;
        const { payments } = allocateAccount([
          ...charges,
          { kind: 'payment', paymentId: 'last', amount, namedPeriod: named },
        ]);
        const settled = payments.get('last')?.settled ?? [];
        const ofNamed = settled.find(({ period }) => period === named)?.amount ?? zeroMoney;
        expect(ofNamed).toBe(amount < owed ? amount : owed);
        const rest = settled.filter(({ period }) => period !== named).map(({ period }) => period);
        expect(rest).toEqual(rest.toSorted());
      }),
    );
  });
});
