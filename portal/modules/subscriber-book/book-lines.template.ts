import type { SubscriberBookData, SubscriberBookRow } from '#contract/values/subscriber-book.ts';
import { coefficientFromText, priceFromText, priceToText, zonePrice } from '#domain/price.ts';
import { formatDate, localDate } from '#domain/time/local-date.ts';
import type { Table, TableValue } from '#platform/tables/table.ts';
import { zoneTitles } from '../readings/public.ts';
import { basisName, month, noteOf, providerNames } from './book-tables.template.ts';

/**
 * A year of the book as one table, for files that hold no more: a line for each register, as the page shows it. The sums
 * of a month stand in its first line only, so that a column adds up.
 */
export function bookLines({ year, rows }: SubscriberBookData): Table {
  return {
    title: `Книжка ${year}`,
    columns: [
      month,
      { title: 'Лічильник', kind: 'text', width: 16 },
      { title: 'Зона', kind: 'text', width: 12 },
      { title: 'Попереднє', kind: 'integer' },
      { title: 'Поточне', kind: 'integer' },
      { title: 'Коефіцієнт', kind: 'integer' },
      { title: 'кВт·год', kind: 'integer' },
      { title: 'Ціна за кВт·год', kind: 'text', width: 24 },
      { title: 'На підставі', kind: 'text', width: 34 },
      { title: 'На початок (борг +, переплата −)', kind: 'money', width: 18 },
      { title: 'Нараховано', kind: 'money' },
      { title: 'Перерахунок', kind: 'money' },
      { title: 'Пільга', kind: 'money' },
      { title: 'Сплачено', kind: 'money' },
      { title: 'На кінець (борг +, переплата −)', kind: 'money', width: 18 },
      { title: 'Оплати', kind: 'text', width: 30 },
      { title: 'Примітка', kind: 'text', width: 16 },
    ],
    rows: rows.flatMap(linesOf),
  };
}

function linesOf(row: SubscriberBookRow): TableValue[][] {
  const sums = [row.opening, row.charged, row.recalculated, row.benefit, row.paid, row.closing];
  const [first = empty(8), ...more] = registersOf(row);
  return [
    [row.period, ...first, ...sums, paymentsOf(row), noteOf(row)],
    ...more.map((register) => [row.period, ...register, ...empty(sums.length + 2)]),
  ];
}

const empty = (count: number): null[] => Array.from({ length: count }, () => null);

/** The price of a zone stands at its first register, as on the page. */
function registersOf(row: SubscriberBookRow): TableValue[][] {
  return row.registers.map((register, place) => {
    const isFirst = row.registers.findIndex(({ zone }) => zone === register.zone) === place;
    return [
      register.meterSerial,
      zoneTitles[register.zone],
      register.previousValue,
      register.currentValue,
      register.coefficient,
      register.kwh,
      isFirst ? pricesOf(row, register.zone) : null,
      basisName(register),
    ];
  });
}

/** What a kWh of the zone cost, its coefficient inside: "4,32"; of several parts each with its kWh and its days. */
function pricesOf({ tariffs }: SubscriberBookRow, zone: string): string | null {
  const parts = tariffs.filter((part) => part.zone === zone);
  const shown = parts.map(({ kwh, price, coefficient, from, to }) => {
    const each = priceToText(zonePrice(priceFromText(price), coefficientFromText(coefficient))).replace(
      '.',
      ',',
    );
    return parts.length === 1 ? each : `${kwh} × ${each} (${day(from)}–${day(to)})`;
  });
  return shown.join('; ') || null;
}

function paymentsOf({ payments }: SubscriberBookRow): string | null {
  const shown = payments.map(
    ({ date, provider, sum }) =>
      `${formatDate(localDate(date))} ${providerNames[provider] ?? 'банк'} ${sum.replace('.', ',')}`,
  );
  return shown.join('; ') || null;
}

const day = (date: string) => formatDate(localDate(date)).slice(0, 5);
