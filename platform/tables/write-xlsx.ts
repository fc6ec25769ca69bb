import type { Blob } from 'node:buffer';
import type { Stream } from 'node:stream';
import writeExcelFile, { type CellObject, type Feature } from 'write-excel-file/node';
import { dayNumber, type LocalDate } from '#domain/time/local-date.ts';
import { type CellValue, readCell, readTotalCell } from './read-cell.ts';
import { sheetNames } from './sheet-names.ts';
import type { ColumnKind, Table, TableColumn, TableValue } from './table.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Excel refuses a workbook with a longer text in a cell. */
const maxTextLength = 32_767;

const formats: Record<ColumnKind, string | undefined> = {
  text: undefined,
  integer: '#,##0',
  money: '#,##0.00',
  price: '#,##0.00####',
  // Escaped points: some programs take a bare one for a decimal point.
  date: 'dd\\.mm\\.yyyy',
  month: 'mm\\.yyyy',
  moment: 'dd\\.mm\\.yyyy hh:mm',
};

const usualWidths: Record<ColumnKind, number> = {
  text: 24,
  integer: 12,
  money: 14,
  price: 12,
  date: 12,
  month: 10,
  moment: 18,
};

/** The style "Normal", to which all others refer: without it some readers warn. Source: ECMA-376, 18.8.7 and 18.8.9. */
const defaultStyle: Feature<Stream | Buffer | Blob> = {
  files: {
    transform: {
      'xl/styles.xml': {
        transform: (xml) =>
          xml
            .replace(
              '<cellXfs',
              '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs',
            )
            .replace(
              '</cellXfs>',
              '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
            ),
      },
    },
  },
};

/**
 * A workbook with a sheet per table: column titles bold and frozen, numbers and days as numbers that can be summed
 * and sorted. Text is never read as a formula.
 * @throws RangeError when a value is not of its column's kind.
 */
export function writeXlsx(tables: readonly Table[]): Promise<Buffer> {
  const names = sheetNames(tables.map(({ title }) => title));
  const sheets = tables.map((table, index) => ({
    sheet: names[index] ?? table.title,
    stickyRowsCount: 1,
    columns: table.columns.map(({ kind, width }) => ({ width: width ?? usualWidths[kind] })),
    data: [header(table.columns), ...body(table)],
  }));
  return writeExcelFile(sheets, { features: [defaultStyle] }).toBuffer();
}

function header(columns: readonly TableColumn[]): CellObject[] {
  return columns.map(({ title, kind }) => ({
    value: title,
    type: String,
    fontWeight: 'bold',
    wrap: true,
    alignVertical: 'top',
    bottomBorderStyle: 'thin',
    align: isNumeric(kind) ? 'right' : 'left',
  }));
}

function body({ columns, rows, total }: Table): (CellObject | null)[][] {
  const cells = (row: readonly TableValue[], read: typeof readCell) =>
    columns.map(({ kind }, index) => cellOf(kind, read(kind, row[index] ?? null)));
  const written = rows.map((row) => cells(row, readCell));
  if (!total) return written;
  const bold = cells(total, readTotalCell).map(
    (cell): CellObject | null => cell && { ...cell, fontWeight: 'bold', topBorderStyle: 'thin' },
  );
  return [...written, bold];
}

function cellOf(kind: ColumnKind, value: CellValue | undefined): CellObject | null {
  if (!value) return null;
  const format = formats[kind];
  switch (value.kind) {
    case 'text':
      return { value: value.text.slice(0, maxTextLength), type: String };
    case 'number':
      return { value: Number(value.digits), type: Number, ...(format && { format }) };
    case 'date':
    case 'month':
      return { value: asShown(value.date, 0), type: Date, ...(format && { format }) };
    case 'moment':
      return {
        value: asShown(value.date, value.hour * 60 + value.minute),
        type: Date,
        ...(format && { format }),
      };
  }
}

/** Excel has no time zones: the shown day and minute are passed as if they were UTC. */
function asShown(date: LocalDate, minutes: number): Date {
  return new Date(dayNumber(date) * DAY_MS + minutes * MINUTE_MS);
}

function isNumeric(kind: ColumnKind): boolean {
  return kind === 'integer' || kind === 'money' || kind === 'price';
}
