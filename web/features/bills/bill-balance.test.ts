import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatMoney, kopiykas, moneyToWire, sumMoney } from '#domain/money.ts';
import { balanceOf } from './bill-document.tsx';

const bill = {
  period: '2026-10',
  opening: '100.00',
  benefits: [],
  corrections: [],
  payments: [],
  closing: '532.00',
};
const shown = (one: Parameters<typeof balanceOf>[0]) =>
  balanceOf(one).map(({ name, note, sum }) =>
    [name, note, formatMoney(sum)].filter(Boolean).join(' | ').replaceAll('\u00a0', ' '),
  );

test('balanceOf names both balances by their day and says that nothing was paid', () =>
  expect(shown(bill)).toEqual([
    'Борг на 01.10.2026 | 100,00',
    'Сплачено | 0,00',
    'До сплати на 01.11.2026 | 532,00',
  ]));

test('balanceOf lists benefits, corrections and payments one by one, and a closing overpayment without a sign', () =>
  expect(
    shown({
      ...bill,
      opening: '-50.00',
      benefits: [
        { kind: 'subsidy', title: '', sum: '-120.00' },
        { kind: 'benefit', title: 'Учасник бойових дій', sum: '-108.00' },
      ],
      corrections: [{ date: '2026-10-20', reason: '', sum: '12.00' }],
      payments: [{ date: '2026-10-05', provider: 'liqpay', sum: '400.00' }],
      closing: '-234.00',
    }),
  ).toEqual([
    'Переплата на 01.10.2026 | −50,00',
    'Субсидія | −120,00',
    'Учасник бойових дій | −108,00',
    'Коригування | 20.10.2026 | 12,00',
    'Сплачено | 05.10.2026, LiqPay | −400,00',
    'Переплата на 01.11.2026 | 234,00',
  ]));

test('the rows before the last add up to the change that the lines do not make', () => {
  const sum = fc.integer({ min: 1, max: 1_000_000 });
  fc.assert(
    fc.property(sum, fc.array(sum), fc.array(sum), (opening, benefits, payments) => {
      const wire = (value: number) => moneyToWire(kopiykas(value));
      const rows = balanceOf({
        ...bill,
        opening: wire(opening),
        benefits: benefits.map((value) => ({ kind: 'benefit', title: '', sum: wire(-value) })),
        payments: payments.map((value) => ({ date: '2026-10-05', provider: '', sum: wire(value) })),
      });
      const taken = [...benefits, ...payments].reduce((all, value) => all + value, 0);
      expect(sumMoney(rows.slice(0, -1).map((row) => row.sum))).toBe(kopiykas(opening - taken));
    }),
  );
});
