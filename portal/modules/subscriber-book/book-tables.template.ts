import type { SubscriberBookData, SubscriberBookRow } from '#contract/values/subscriber-book.ts';
import { estimateWords, leastSure } from '#domain/charges/basis-words.template.ts';
import { tableOf } from '#domain/table-of.ts';
import type { Table, TableColumn } from '#platform/tables/table.ts';
import { zoneTitles } from '../readings/public.ts';

export const basisName = (register: SubscriberBookRow['registers'][number]) =>
  estimateWords(register) || 'показання';
export const providerNames: Readonly<Record<string, string>> = tableOf({
  liqpay: 'LiqPay',
  monobank: 'monobank',
  portmone: 'Portmone',
  easypay: 'EasyPay',
});
export const month: TableColumn = { title: 'Місяць', kind: 'month', width: 12 };

/** What is to be known of a month before its figures are used. */
export const noteOf = ({ state, isEstimated, registers }: SubscriberBookRow) =>
  state === 'open' ? 'ще триває' : isEstimated ? estimateWords(leastSure(registers)) : null;

/** A year of the book as sheets: its months, which add up by themselves, then readings, prices and payments. */
export function bookTables(book: SubscriberBookData): [Table, ...Table[]] {
  return [monthsOf(book), registersOf(book.rows), tariffsOf(book.rows), paymentsOf(book.rows)];
}

function monthsOf({ year, rows, totals }: SubscriberBookData): Table {
  return {
    title: `Книжка ${year}`,
    columns: [
      month,
      { title: 'Спожито, кВт·год', kind: 'integer' },
      { title: 'На початок (борг +, переплата −)', kind: 'money', width: 18 },
      { title: 'Нараховано', kind: 'money' },
      { title: 'Перерахунок', kind: 'money' },
      { title: 'Пільга', kind: 'money' },
      { title: 'Сплачено', kind: 'money' },
      { title: 'На кінець (борг +, переплата −)', kind: 'money', width: 18 },
      { title: 'Примітка', kind: 'text', width: 16 },
    ],
    rows: rows.map((row) => [
      row.period,
      row.kwh,
      row.opening,
      row.charged,
      row.recalculated,
      row.benefit,
      row.paid,
      row.closing,
      noteOf(row),
    ]),
    total: [
      'Разом',
      totals.kwh,
      totals.opening,
      totals.charged,
      totals.recalculated,
      totals.benefit,
      totals.paid,
      totals.closing,
      null,
    ],
  };
}

function registersOf(rows: readonly SubscriberBookRow[]): Table {
  return {
    title: 'Показання',
    columns: [
      month,
      { title: 'Лічильник', kind: 'text', width: 16 },
      { title: 'Зона', kind: 'text', width: 12 },
      { title: 'Попереднє', kind: 'integer' },
      { title: 'Поточне', kind: 'integer' },
      { title: 'Коефіцієнт', kind: 'integer' },
      { title: 'кВт·год', kind: 'integer' },
      { title: 'На підставі', kind: 'text', width: 34 },
    ],
    rows: rows.flatMap(({ period, registers }) =>
      registers.map((register) => [
        period,
        register.meterSerial,
        zoneTitles[register.zone],
        register.previousValue,
        register.currentValue,
        register.coefficient,
        register.kwh,
        basisName(register),
      ]),
    ),
  };
}

function tariffsOf(rows: readonly SubscriberBookRow[]): Table {
  return {
    title: 'Тарифи',
    columns: [
      month,
      { title: 'Зона', kind: 'text', width: 12 },
      { title: 'Від', kind: 'date' },
      { title: 'До', kind: 'date' },
      { title: 'кВт·год', kind: 'integer' },
      { title: 'Ціна за кВт·год', kind: 'price' },
      { title: 'Коефіцієнт', kind: 'price' },
    ],
    rows: rows.flatMap(({ period, tariffs }) =>
      tariffs.map(({ zone, from, to, kwh, price, coefficient }) => [
        period,
        zoneTitles[zone],
        from,
        to,
        kwh,
        price,
        coefficient,
      ]),
    ),
  };
}

function paymentsOf(rows: readonly SubscriberBookRow[]): Table {
  return {
    title: 'Оплати',
    columns: [
      month,
      { title: 'Дата', kind: 'date' },
      { title: 'Через', kind: 'text', width: 16 },
      { title: 'Сума', kind: 'money' },
    ],
    rows: rows.flatMap(({ period, payments }) =>
      payments.map(({ date, provider, sum }) => [period, date, providerNames[provider] ?? 'банк', sum]),
    ),
  };
}
