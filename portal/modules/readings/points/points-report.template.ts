import type { PointsReportData } from '#contract/values/reading-points.ts';
import type { Table } from '#platform/tables/table.ts';
import { kindTitles } from '../workbook/workbook-columns.template.ts';

type Row = PointsReportData['rows'][number];

const sources = {
  customer: 'споживач',
  operator: 'оператор',
  remote: 'дистанційно',
  import: 'з архіву',
} as const satisfies Record<NonNullable<Row['source']>, string>;

const notes = {
  groupA: 'група А',
  underReview: 'на перевірці',
} as const satisfies Record<NonNullable<Row['note']>, string>;

/** The report of readings of all points, with the columns of the paper one. */
export function pointsReportTable({ rows, totalKwh }: PointsReportData): Table {
  return {
    title: 'Звіт про показання',
    columns: [
      { title: '№', kind: 'integer', width: 6 },
      { title: 'Об’єкт', kind: 'text', width: 26 },
      { title: 'Адреса', kind: 'text', width: 34 },
      { title: 'EIC-код точки', kind: 'text', width: 20 },
      { title: 'Лічильник №', kind: 'text', width: 16 },
      { title: 'Тип', kind: 'text', width: 14 },
      { title: 'Зона', kind: 'text', width: 14 },
      { title: 'Попереднє показання', kind: 'integer', width: 14 },
      { title: 'Поточне показання', kind: 'integer', width: 14 },
      { title: 'Різниця', kind: 'integer' },
      { title: 'Коефіцієнт', kind: 'integer' },
      { title: 'кВт·год (квар·год)', kind: 'integer', width: 16 },
      { title: 'Втрати, кВт·год', kind: 'integer', width: 14 },
      { title: 'Субспоживачі, кВт·год', kind: 'integer', width: 16 },
      { title: 'Разом, кВт·год', kind: 'integer', width: 14 },
      { title: 'Дата показання', kind: 'date' },
      { title: 'Джерело', kind: 'text', width: 14 },
      { title: 'Примітка', kind: 'text', width: 16 },
    ],
    rows: rows.map((row, index) => [
      index + 1,
      row.object,
      row.address,
      row.eic,
      row.serialNumber,
      row.meterType,
      kindTitles[row.kind],
      row.previousValue,
      row.currentValue,
      row.difference,
      row.coefficient,
      row.quantity,
      row.lossKwh,
      row.subKwh,
      row.totalKwh,
      row.readOn,
      row.source === null ? '' : sources[row.source],
      row.note === null ? '' : notes[row.note],
    ]),
    total: [null, 'Разом активної енергії', ...Array(9).fill(null), totalKwh, ...Array(6).fill(null)],
  };
}
