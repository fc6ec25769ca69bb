import type { Blob } from 'node:buffer';
import type { Stream } from 'node:stream';
import writeExcelFile, { type CellObject, type Feature } from 'write-excel-file/node';
import { instantFromIso } from '#domain/time/instant.ts';
import { kyivTimeOf } from '#domain/time/kyiv.ts';
import { dayNumber, formatDate, type LocalDate, localDate } from '#domain/time/local-date.ts';
import type { ColumnKind, Table, TableColumn, TableValue } from './table.ts';

/** A parsed cell; a number keeps its decimals as digits with a point. */
type CellValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly digits: string }
  | { readonly kind: 'date'; readonly date: LocalDate }
  /** First day of the month. */
  | { readonly kind: 'month'; readonly date: LocalDate }
  | { readonly kind: 'moment'; readonly date: LocalDate; readonly hour: number; readonly minute: number };

const shapes = {
  integer: /^-?\d{1,15}$/,
  money: /^-?\d{1,15}\.\d{2}$/,
  price: /^-?\d{1,9}(?:\.\d{1,6})?$/,
};

/**
 * Parses a value by its column kind; undefined for an empty cell.
 * @throws RangeError when it is not of that kind.
 */
function readCell(kind: ColumnKind, value: TableValue): CellValue | undefined {
  if (value === null) return undefined;
  const text = String(value);
  switch (kind) {
    case 'text':
      return { kind: 'text', text };
    case 'date':
      return { kind: 'date', date: localDate(text) };
    case 'month':
      return { kind: 'month', date: localDate(`${text}-01`) };
    case 'moment':
      return { kind: 'moment', ...kyivTimeOf(instantFromIso(text)) };
    default:
      if (!shapes[kind].test(text)) throw new RangeError(`Not a cell of kind ${kind}: "${text}"`);
      return { kind: 'number', digits: text };
  }
}

/** The same for a row of totals, where a value of another kind is text. */
function readTotalCell(kind: ColumnKind, value: TableValue): CellValue | undefined {
  try {
    return readCell(kind, value);
  } catch (error) {
    if (error instanceof RangeError) return readCell('text', value);
    throw error;
  }
}

const longest = 31;

/** Valid Excel sheet names for these titles: at most 31 characters, none of []:*?/\ and no two alike. */
export function sheetNames(titles: readonly string[]): string[] {
  const usedNames = new Set<string>();
  return titles.map((title, index) => {
    const plain = title
      .replace(/[[\]:*?/\\]+/g, ' ')
      .replace(/\s+/g, ' ')
      .replace(/^[' ]+|[' ]+$/g, '');
    const base = plain || String(index + 1);
    let name = base.slice(0, longest).trimEnd();
    for (let n = 2; usedNames.has(name.toLowerCase()); n += 1) {
      const ending = ` ${n}`;
      name = base.slice(0, longest - ending.length).trimEnd() + ending;
    }
    usedNames.add(name.toLowerCase());
    return name;
  });
}

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

/** Excel detects UTF-8 by the BOM. */
const byteOrderMark = '\ufeff';
const lineEnd = '\r\n';

/**
 * A table as CSV for a Ukrainian Excel: UTF-8 with BOM, semicolons, decimal commas, days as DD.MM.YYYY, months as
 * MM.YYYY, CRLF. A text that a spreadsheet would run as a formula is prefixed by an apostrophe; a number never is.
 * @throws RangeError when a value is not of its column's kind.
 */
export function writeCsv(table: Table): Buffer {
  const titles = table.columns.map(({ title }) => quoted(disarmed(title)));
  const rows = table.rows.map((row) =>
    table.columns.map(({ kind }, index) => field(readCell(kind, row[index] ?? null))),
  );
  const lines = [titles, ...rows].map((fields) => fields.join(';') + lineEnd);
  return Buffer.from(byteOrderMark + lines.join(''), 'utf8');
}

function field(value: CellValue | undefined): string {
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

export type TableFormat = 'xlsx' | 'csv';

/** Writes a workbook, or its first table as CSV. Runs in a worker. */
export async function writeTables(
  format: TableFormat,
  tables: readonly [Table, ...Table[]],
): Promise<Buffer> {
  return format === 'xlsx' ? writeXlsx(tables) : writeCsv(tables[0]);
}
