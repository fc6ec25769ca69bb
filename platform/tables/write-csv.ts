import { formatDate } from '#domain/time/local-date.ts';
import { type CellValue, readCell, rowChunks } from './cells.ts';
import type { StreamedTable, TableColumn, TableRow } from './table.ts';

/** Excel detects UTF-8 by the BOM. */
const byteOrderMark = '\ufeff';
const lineEnd = '\r\n';

/**
 * A table as CSV for a Ukrainian Excel: UTF-8 with BOM, semicolons, decimal commas, days as DD.MM.YYYY, months as
 * MM.YYYY, CRLF. A text that a spreadsheet would run as a formula is prefixed by an apostrophe; a number never is.
 * @throws RangeError when a value is not of its column's kind.
 */
export async function* csvChunks({ columns, rows }: StreamedTable): AsyncGenerator<Buffer> {
  yield Buffer.from(byteOrderMark + columns.map(({ title }) => quoted(disarmed(title))).join(';') + lineEnd);
  yield* rowChunks(rows, (row) => lineOf(columns, row));
}

function lineOf(columns: readonly TableColumn[], row: TableRow): string {
  return columns.map(({ kind }, index) => fieldOf(readCell(kind, row[index] ?? null))).join(';') + lineEnd;
}

function fieldOf(value: CellValue | undefined): string {
  if (!value) return '';
  switch (value.kind) {
    case 'text':
      return quoted(disarmed(value.text));
    case 'number':
      return value.digits.replace('.', ',');
    case 'date':
      return formatDate(value.date);
    case 'month':
      return formatDate(value.date).slice('01.'.length);
    case 'moment':
      return `${formatDate(value.date)} ${twoDigits(value.hour)}:${twoDigits(value.minute)}`;
  }
}

function disarmed(text: string): string {
  return /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return /[";\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
