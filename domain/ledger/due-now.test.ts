import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kopiykas, sumMoney, zeroMoney } from '../money.ts';
import { addMonths, type BillingPeriod, billingPeriod, firstDay } from '../time/billing-period.ts';
import { addDays, localDate } from '../time/local-date.ts';
import { instalmentsLeft } from '../violation-acts/instalments.ts';
import type { DebtEvent } from './allocate-account.ts';
import { actDue, type BilledMonth, type DueState, debtOf, dueNow, dueOfBill, overdueFor } from './due-now.ts';

const charge = (period: string, amount: number): DebtEvent => ({
  kind: 'charge',
  period: billingPeriod(period),
  amount: kopiykas(amount),
});
const payment = (amount: number, named?: string): DebtEvent => ({
  kind: 'payment',
  paymentId: `${amount} ${named}`,
  amount: kopiykas(amount),
  namedPeriod: named === undefined ? null : billingPeriod(named),
});
/** Bills of these months, each due on the 20th of the next. */
const billsOf = (...periods: readonly string[]): BilledMonth[] =>
  periods.map((text) => {
    const period = billingPeriod(text);
    return { period, dueOn: addDays(firstDay(addMonths(period, 1)), 19) };
  });
const stateOf = (debtEvents: readonly DebtEvent[], bills: readonly BilledMonth[]): DueState => ({
  receivable: sumMoney(
    debtEvents.map((event) => kopiykas(event.kind === 'payment' ? -event.amount : event.amount)),
  ),
  debtEvents,
  bills,
  acts: [],
});
const twoMonths = [charge('2026-09', 76_032), charge('2026-10', 227_232)];
const septemberAndOctober = billsOf('2026-09', '2026-10');

/** 'due 100 over 0 arrears 40: 2026-09 40, 2026-10 60' */
function summarize(
  debtEvents: readonly DebtEvent[],
  bills = septemberAndOctober,
  today = '2026-11-22',
): string {
  const due = dueNow(stateOf(debtEvents, bills), localDate(today));
  const months = due.months.map(({ period, amount }) => `${period} ${amount}`).join(', ');
  return `due ${due.energy} over ${due.overpaid} arrears ${due.arrears}: ${months}`;
}

describe('dueNow', () => {
  test.each<[string, readonly DebtEvent[], string]>([
    ['nothing is paid', twoMonths, 'due 303264 over 0 arrears 76032: 2026-09 76032, 2026-10 227232'],
    [
      'a part is paid: the oldest debt is settled, and nothing is in arrears',
      [...twoMonths, payment(247_968)],
      'due 55296 over 0 arrears 0: 2026-10 55296',
    ],
    [
      'less than the oldest debt is paid',
      [...twoMonths, payment(36_032)],
      'due 267232 over 0 arrears 40000: 2026-09 40000, 2026-10 227232',
    ],
    [
      'the payer named the last month: the old debt stays',
      [...twoMonths, payment(227_232, '2026-10')],
      'due 76032 over 0 arrears 76032: 2026-09 76032',
    ],
    ['all is paid', [...twoMonths, payment(303_264)], 'due 0 over 0 arrears 0: '],
    ['more than all is paid', [...twoMonths, payment(303_300)], 'due 0 over 36 arrears 0: '],
    [
      'something is charged after the last bill',
      [...twoMonths, payment(303_264), charge('2026-11', 500)],
      'due 500 over 0 arrears 0: 2026-11 500',
    ],
    [
      'a debt was brought in from before the first bill',
      [charge('2024-01', 700), ...twoMonths, payment(500)],
      'due 303464 over 0 arrears 76232: 2024-01 200, 2026-09 76032, 2026-10 227232',
    ],
  ])('%s', (_says, events, expected) => {
    expect(summarize(events)).toBe(expected);
  });

  test('counts a month as arrears from the day after its due date', () => {
    expect(summarize(twoMonths, septemberAndOctober, '2026-10-20')).toContain('arrears 0:');
    expect(summarize(twoMonths, septemberAndOctober, '2026-10-21')).toContain('arrears 76032:');
  });

  test('counts a debt from before the first bill as arrears at once, before the due date of the bill', () => {
    const events = [charge('2024-01', 700), charge('2026-09', 76_032), charge('2026-10', 227_232)];
    expect(summarize(events, septemberAndOctober, '2026-10-20')).toContain('arrears 700:');
  });

  test('returns the last bill, and none before the first', () => {
    const bills = billsOf('2026-08', '2026-09', '2026-10');
    expect(dueNow(stateOf([], bills), localDate('2026-11-22')).lastBill).toBe(bills[2]);
    expect(dueNow(stateOf([], []), localDate('2026-11-22')).lastBill).toBeNull();
  });

  test('counts the months before the last of three bills as arrears after their due dates', () => {
    const events = [charge('2026-08', 100), charge('2026-09', 20), charge('2026-10', 3)];
    const bills = billsOf('2026-08', '2026-09', '2026-10');
    expect(summarize(events, bills, '2026-10-20')).toContain('arrears 100:');
    expect(summarize(events, bills, '2026-11-22')).toContain('arrears 120:');
  });

  test('has no arrears before the first bill', () => {
    expect(summarize([charge('2026-09', 500)], [])).toBe('due 500 over 0 arrears 0: 2026-09 500');
  });

  test('lists asked and unpaid violation acts apart from energy', () => {
    const act = { drawnOn: localDate('2026-09-07'), dueOn: null, isAsked: true, parts: null };
    const acts = [
      { ...act, actNumber: 'owed', debt: kopiykas(1200) },
      { ...act, actNumber: 'overpaid', debt: kopiykas(-300) },
      { ...act, actNumber: 'paid', debt: zeroMoney },
      { ...act, actNumber: 'disputed', debt: kopiykas(900), isAsked: false },
    ];
    const due = dueNow({ ...stateOf([payment(50)], []), acts }, localDate('2026-11-22'));
    expect(due).toMatchObject({ energy: 0n, overpaid: 50n, forActs: 1200n });
    expect(due.acts).toEqual([
      { actNumber: 'owed', drawnOn: act.drawnOn, dueOn: null, amount: 1200n, unpaid: 1200n },
    ]);
  });

  test('assigns a month without its own bill to the next bill', () => {
    const events = [
      charge('2026-08', 10),
      charge('2026-09', 20),
      charge('2026-10', 30),
      charge('2026-11', 40),
    ];
    const due = dueNow(stateOf(events, billsOf('2026-07', '2026-09', '2026-10')), localDate('2026-11-22'));
    expect(['2026-07', '2026-09', '2026-10'].map((period) => dueOfBill(due, billingPeriod(period)))).toEqual([
      0n,
      30n,
      30n,
    ]);
    expect(due.months.at(-1)).toMatchObject({ period: '2026-11', bill: null });
  });

  test('the months add up to energy, and arrears are a part of it, for any bookings', () => {
    const period = fc
      .integer({ min: 0, max: 5 })
      .map((months) => addMonths(billingPeriod('2026-06'), months));
    const event = fc.oneof(
      fc
        .record({ period, amount: fc.integer({ min: -500, max: 900 }) })
        .map((one) => charge(one.period, one.amount)),
      fc
        .record({ amount: fc.integer({ min: 1, max: 900 }), named: fc.option(period, { nil: undefined }) })
        .map(({ amount, named }: { amount: number; named: BillingPeriod | undefined }) =>
          payment(amount, named),
        ),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const unique = events.map((one, index) =>
          one.kind === 'payment' ? { ...one, paymentId: String(index) } : one,
        );
        const state = stateOf(unique, billsOf('2026-07', '2026-08', '2026-10'));
        const due = dueNow(state, localDate('2026-11-22'));
        expect(due.energy - due.overpaid).toBe(state.receivable);
        expect(sumMoney(due.months.map(({ amount }) => amount))).toBe(debtOf(state.receivable));
        expect(due.arrears <= due.energy).toBe(true);
      }),
    );
  });
});

// Bills of September and October were to be paid until 20 October and 20 November.
test.each([
  ['on the last day', '2026-11-20', 0, 76_032],
  ['on the day after it', '2026-11-21', 0, 303_264],
  ['of one day', '2026-11-21', 1, 303_264],
  ['of two days', '2026-11-21', 2, 76_032],
  ['of 32 days', '2026-11-21', 32, 76_032],
  ['of 33 days', '2026-11-21', 33, 0],
])('overdueFor counts what is overdue %s', (_, today, days, sum) => {
  const due = dueNow(stateOf(twoMonths, septemberAndOctober), localDate(today));
  expect(overdueFor(due, days, localDate(today))).toBe(kopiykas(sum));
});

describe('actDue of an act that is paid in parts', () => {
  const parts = [
    { dueOn: localDate('2026-11-10'), sum: kopiykas(300) },
    { dueOn: localDate('2026-12-10'), sum: kopiykas(500) },
    { dueOn: localDate('2027-01-10'), sum: kopiykas(200) },
  ];
  const dueOn = (today: string, debt: number) =>
    actDue(
      { debt: kopiykas(debt), isAsked: true, parts: instalmentsLeft(parts, kopiykas(debt)) },
      localDate(today),
    );

  test.each([
    ['the first part before its day', '2026-11-01', 1000, 300n],
    ['the first part on its day', '2026-11-10', 1000, 300n],
    ['only the late part until the day of the next one', '2026-12-09', 1000, 300n],
    ['what is left of the late part', '2026-12-09', 850, 150n],
    ['the late part and that of today', '2026-12-10', 1000, 800n],
    ['all when the last day has passed', '2027-01-11', 1000, 1000n],
    ['the next part when what has come is paid', '2026-11-20', 700, 500n],
    ['what is left of the next part when more was paid', '2026-11-20', 450, 250n],
    ['a payment that went back with the first part', '2026-11-01', 1040, 340n],
    ['nothing when all is paid', '2026-11-01', 0, 0n],
    ['nothing when more is paid', '2026-11-01', -50, 0n],
  ])('asks for %s', (_, today, debt, asked) => {
    expect(dueOn(today, debt)).toBe(asked);
  });

  test('asks for nothing of an act that is disputed or cancelled', () => {
    expect(
      actDue(
        { debt: kopiykas(1000), isAsked: false, parts: instalmentsLeft(parts, kopiykas(1000)) },
        localDate('2027-02-01'),
      ),
    ).toBe(zeroMoney);
  });

  test('is what the schedule asks for up to a part, less what is paid, on any day and after any payment', () => {
    const first = localDate('2026-11-01');
    const schedule = fc.array(
      fc.record({ days: fc.integer({ min: 1, max: 40 }), sum: fc.integer({ min: 1, max: 900 }) }),
      {
        minLength: 1,
        maxLength: 12,
      },
    );
    fc.assert(
      fc.property(
        schedule,
        fc.integer({ min: -900, max: 12_000 }),
        fc.integer({ min: 0, max: 500 }),
        (drawn, paid, day) => {
          // Through the n-th part in days from the first and in kopiykas; nothing here shares a payment among parts.
          const through = drawn.map((_, n) => ({
            day: drawn.slice(0, n + 1).reduce((sum, { days }) => sum + days, 0),
            sum: drawn.slice(0, n + 1).reduce((sum, one) => sum + one.sum, 0),
          }));
          const total = through.at(-1)?.sum ?? 0;
          const open = through.filter(({ sum }) => sum > paid);
          const asked = open.filter((part) => part.day <= day).at(-1) ?? open[0];
          const due = actDue(
            {
              debt: kopiykas(total - paid),
              isAsked: true,
              parts: instalmentsLeft(
                drawn.map(({ sum }, n) => ({
                  dueOn: addDays(first, through[n]?.day ?? 0),
                  sum: kopiykas(sum),
                })),
                kopiykas(total - paid),
              ),
            },
            addDays(first, day),
          );
          expect(due).toBe(kopiykas((asked?.sum ?? paid) - paid));
          expect(due <= debtOf(kopiykas(total - paid))).toBe(true);
          expect(due > 0n).toBe(total > paid);
        },
      ),
    );
  });
});
