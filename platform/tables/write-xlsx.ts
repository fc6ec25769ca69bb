import writeExcelFile, { type CellObject } from 'write-excel-file/node';
import { dayNumber, type LocalDate } from '#domain/time/local-date.ts';
import { type CellValue, readCell, readTotalCell } from './read-cell.ts';
import { sheetNames } from './sheet-names.ts';
import type { ColumnKind, Table, TableColumn, TableValue } from './table.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Excel refuses a workbook with a longer text in a cell. */
const longestText = 32_767;

const formats: Record<ColumnKind, string | undefined> = {
  text: undefined,
  integer: '#,##0',
  money: '#,##0.00',
  price: '#,##0.00####',
  // Points as signs of their own: some programs take a bare one for a decimal point.
  date: 'dd\\.mm\\.yyyy',
  moment: 'dd\\.mm\\.yyyy hh:mm',
};

const usualWidths: Record<ColumnKind, number> = {
  text: 24,
  integer: 12,
  money: 14,
  price: 12,
  date: 12,
  moment: 18,
};

/**
 * A workbook, a sheet for each table: the titles of columns bold and staying in sight, numbers and days as such, so that
 * they can be summed and sorted. Text is never read as a formula.
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
  return writeExcelFile(sheets).toBuffer();
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
      return { value: value.text.slice(0, longestText), type: String };
    case 'number':
      return { value: Number(value.digits), type: Number, ...(format && { format }) };
    case 'date':
      return { value: asShown(value.date, 0), type: Date, ...(format && { format }) };
    case 'moment':
      return {
        value: asShown(value.date, value.hour * 60 + value.minute),
        type: Date,
        ...(format && { format }),
      };
  }
}

/** Excel knows no zones: the day and minute that it is to show are handed over as if they were UTC. */
function asShown(date: LocalDate, minutes: number): Date {
  return new Date(dayNumber(date) * DAY_MS + minutes * MINUTE_MS);
}

function isNumeric(kind: ColumnKind): boolean {
  return kind === 'integer' || kind === 'money' || kind === 'price';
}
