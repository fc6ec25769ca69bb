import type { OutputOf } from '#contract/define-call.ts';
import type { readingPoints } from '#contract/readings/points.ts';
import type { Table } from '#platform/tables/table.ts';
import { zoneTitles } from '../readings-table.template.ts';

export type ShownPoint = OutputOf<typeof readingPoints>['points'][number];
export type PointRowKind = ShownPoint['rows'][number]['kind'];

/** What a row of the workbook is about, as its column names it. */
export const kindTitles = {
  ...zoneTitles,
  single: 'Загальна',
  export: 'Віддача A−',
  reactiveImport: 'Реактивна R+',
  reactiveExport: 'Реактивна R−',
} as const satisfies Record<PointRowKind, string>;

/** Rows of a workbook: registers and channels of 5,000 meters. */
export const maxRows = 30_000;

/** Titles of the columns that are read back. */
export const readTitles = {
  eic: 'EIC-код точки',
  serial: 'Лічильник №',
  kind: 'Зона',
  value: 'Нове показання',
} as const;

/** Read back when it is there. */
export const confirmTitle = 'Підтверджую (так)';

/** The column of the marked file: what is wrong in the row, or that an operator checks it. */
export const checkTitle = 'Результат перевірки';

/** In the blank: a value that was given and not decided yet. */
const underReviewNote = 'Уже передане показання перевіряє оператор';

/** What stands in the column of confirmations for a row that is confirmed. */
export function isConfirmation(text: string): boolean {
  return ['так', 'yes', 'true', '1', '+'].includes(text.toLowerCase());
}

/** The workbook that is filled in: a row for each register and channel of each point. */
export function workbookTable(points: readonly ShownPoint[]): Table {
  return {
    title: 'Показання',
    columns: [
      { title: 'Об’єкт', kind: 'text', width: 26 },
      { title: 'Адреса', kind: 'text', width: 34 },
      { title: readTitles.eic, kind: 'text', width: 20 },
      { title: readTitles.serial, kind: 'text', width: 16 },
      { title: readTitles.kind, kind: 'text', width: 14 },
      { title: 'Розрядність', kind: 'integer' },
      { title: 'Коефіцієнт', kind: 'integer' },
      { title: 'Попереднє показання', kind: 'integer', width: 14 },
      { title: 'Станом на', kind: 'date' },
      { title: 'Уже передано', kind: 'integer' },
      { title: readTitles.value, kind: 'integer', width: 16 },
      { title: confirmTitle, kind: 'text', width: 16 },
      { title: 'Примітка', kind: 'text', width: 60 },
    ],
    rows: points.flatMap(({ object, address, eic, blocked, rows }) =>
      rows.map((row) => [
        object,
        address,
        eic,
        row.serialNumber,
        kindTitles[row.kind],
        row.digitCapacity,
        row.coefficient,
        row.previousValue,
        row.previousDate,
        row.currentValue,
        null,
        null,
        blocked?.message ?? (row.isUnderReview ? underReviewNote : null),
      ]),
    ),
  };
}
