import type { ClosingExceptionData } from '#contract/values/billing-period.ts';
import type { ClosingExceptionKind } from '#domain/charges/closing-exceptions.ts';
import type { Table } from '#platform/tables/table.ts';

const kinds: Readonly<Record<ClosingExceptionKind, string>> = {
  noTariff: 'Немає тарифу на якийсь день місяця',
  noPrice: 'Не задано частину ціни за договором',
  notCharged: 'Розрахунок не вдався',
  negative: 'Перерахунок більший за нарахування',
  sudden: 'Різка зміна споживання',
  byNorm: 'Нараховано за нормою: немає показань і історії',
  noMeter: 'Немає лічильника',
};

/** What to look at before a closing, as a table to keep. */
export function exceptionsTable(exceptions: readonly ClosingExceptionData[]): Table {
  return {
    title: 'Перевірити',
    columns: [
      { title: 'Рахунок', kind: 'text', width: 14 },
      { title: 'Клієнт', kind: 'text', width: 36 },
      { title: 'Що не так', kind: 'text', width: 44 },
      { title: 'Не дає закрити', kind: 'text', width: 14 },
      { title: 'Подробиці', kind: 'text', width: 40 },
      { title: 'кВт·год', kind: 'price' },
      { title: 'кВт·год торік', kind: 'price' },
      { title: 'Нараховано, грн', kind: 'money' },
    ],
    rows: exceptions.map((one) => [
      one.account,
      one.customer,
      kinds[one.kind],
      one.stopsClosing ? 'так' : '',
      one.subject,
      one.kwh,
      one.expectedKwh,
      one.sum,
    ]),
  };
}
