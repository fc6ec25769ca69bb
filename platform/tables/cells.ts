import { instantFromIso } from '#domain/time/instant.ts';
import { kyivTimeOf } from '#domain/time/kyiv.ts';
import { type LocalDate, localDate } from '#domain/time/local-date.ts';
import type { ColumnKind, TableRow, TableValue } from './table.ts';

/** A parsed cell; a number keeps its decimals as digits with a point. */
export type CellValue =
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
export function readCell(kind: ColumnKind, value: TableValue): CellValue | undefined {
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

/** Characters of a chunk: at most 64 KiB of memory, as much as a stream takes before it waits. */
const chunkLength = 32_768;

/**
 * Rows as text in chunks of about the same length, however many come at once. The next batch is asked for only when the last
 * chunk was taken, and of a batch only the text of one chunk is there.
 */
export async function* rowChunks(
  rows: AsyncIterable<readonly TableRow[]>,
  textOf: (row: TableRow) => string,
): AsyncGenerator<Buffer> {
  let text = '';
  for await (const batch of rows) {
    for (const row of batch) {
      text += textOf(row);
      if (text.length < chunkLength) continue;
      yield Buffer.from(text);
      text = '';
    }
  }
  if (text !== '') yield Buffer.from(text);
}

export function isNumeric(kind: ColumnKind): boolean {
  return kind === 'integer' || kind === 'money' || kind === 'price';
}
