import type { ModuleOutput } from '#billing/api/define-module.ts';
import type { READING_LIST } from '#billing/api/readings.ts';
import type { Table } from '#platform/tables/table.ts';

type ReadingRow = ModuleOutput<typeof READING_LIST>['readings'][number];

/** The zones of registers as the tables of a household name them; a single one needs no name. */
export const zoneTitles = {
  single: '',
  day: 'День',
  night: 'Ніч',
  peak: 'Пік',
  halfPeak: 'Напівпік',
} as const satisfies Record<ReadingRow['zone'], string>;

const sources = {
  customer: 'ви',
  operator: 'оператор',
  remote: 'дистанційно',
  import: 'з архіву',
} as const satisfies Record<ReadingRow['source'], string>;

const states = {
  accepted: 'прийнято',
  underReview: 'на перевірці',
  rejected: 'відхилено',
  superseded: 'виправлено',
} as const satisfies Record<ReadingRow['state'], string>;

/** The readings of a filter as the screen shows them, a row for each register. */
export function readingsTable(readings: readonly ReadingRow[]): Table {
  const kwh = readings.reduce((sum, { kwhSincePrevious }) => sum + (kwhSincePrevious ?? 0), 0);
  return {
    title: 'Історія показань',
    columns: [
      { title: 'Станом на', kind: 'date' },
      { title: 'Лічильник №', kind: 'text', width: 16 },
      { title: 'Зона', kind: 'text', width: 10 },
      { title: 'Показання', kind: 'integer' },
      { title: 'Спожито, кВт·год', kind: 'integer', width: 18 },
      { title: 'Передано', kind: 'moment' },
      { title: 'Хто передав', kind: 'text', width: 14 },
      { title: 'Стан', kind: 'text', width: 14 },
      { title: 'Фото', kind: 'text', width: 8 },
      { title: 'Причина виправлення', kind: 'text', width: 30 },
    ],
    rows: readings.map((reading) => [
      reading.effectiveDate,
      reading.meterSerial,
      zoneTitles[reading.zone],
      reading.value,
      reading.kwhSincePrevious,
      reading.submittedAt,
      sources[reading.source],
      states[reading.state],
      reading.hasPhoto ? 'є' : '',
      reading.reason ?? '',
    ]),
    total: ['Усього', null, null, null, kwh, null, null, null, null, null],
  };
}
