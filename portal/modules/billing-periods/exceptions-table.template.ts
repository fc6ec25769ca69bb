import type { ClosingExceptionData } from '#contract/values/billing-period.ts';
import type { ClosingExceptionKind } from '#domain/charges/closing-exceptions.ts';
import { formatDate, type LocalDate } from '#domain/time/local-date.ts';
import type { Table } from '#platform/tables/table.ts';

const kinds: Readonly<Record<ClosingExceptionKind, string>> = {
  underReview: 'Показання на перевірці',
  noTariff: 'Немає тарифу на якийсь день місяця',
  noPrice: 'Не задано частину ціни за договором',
  notCharged: 'Розрахунок не вдався',
  lowerValue: 'Показання менше за попереднє: нараховано 0 кВт·год',
  negative: 'Перерахунок більший за нарахування',
  sudden: 'Різка зміна споживання',
  byNorm: 'Нараховано за нормою: немає показань і історії',
  noMeter: 'Немає лічильника',
};

const zones: Readonly<Record<ClosingExceptionData['steps'][number]['zone'], string>> = {
  single: '',
  day: ' день',
  night: ' ніч',
  peak: ' пік',
  halfPeak: ' напівпік',
};

/** "21040017 ніч: 500 (01.10.2026), потім 400 (01.11.2026)", of each register. */
function detailsOf({ subject, steps }: ClosingExceptionData): string {
  const lower = steps.map(
    ({ serialNumber, zone, previousValue, previousDate, value, date }) =>
      `${serialNumber}${zones[zone]}: ${previousValue} (${formatDate(previousDate as LocalDate)}), потім ${value} (${formatDate(date as LocalDate)})`,
  );
  return [subject, ...lower].filter((part) => part !== '').join('; ');
}

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
      { title: 'кВт·год торік або за даними клієнта', kind: 'price' },
      { title: 'Нараховано, грн', kind: 'money' },
    ],
    rows: exceptions.map((one) => [
      one.account,
      one.customer,
      kinds[one.kind],
      one.stopsClosing ? 'так' : '',
      detailsOf(one),
      one.kwh,
      one.expectedKwh,
      one.sum,
    ]),
  };
}
