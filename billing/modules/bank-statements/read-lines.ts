import { isUtf8 } from 'node:buffer';
import type { StatementFormat } from '#billing/api/bank-statements.ts';

/**
 * The fields of a line. A field that begins with a quote ends with one, quotes inside it are doubled; a quote elsewhere is a
 * letter, as banks write «ТОВ "Назва"». undefined: a quote is open at the end, so the next line belongs to it.
 */
function splitLine(line: string, delimiter: string): string[] | undefined {
  if (!line.includes('"')) return line.split(delimiter);
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    if (line.charAt(at) !== '"') {
      const end = line.indexOf(delimiter, at);
      fields.push(end < 0 ? line.slice(at) : line.slice(at, end));
      if (end < 0) return fields;
      at = end + 1;
      continue;
    }
    let value = '';
    let from = at + 1;
    for (;;) {
      const quote = line.indexOf('"', from);
      if (quote < 0) return undefined;
      value += line.slice(from, quote);
      if (line.charAt(quote + 1) !== '"') {
        at = quote + 1;
        break;
      }
      value += '"';
      from = quote + 2;
    }
    // What stands behind the closing quote belongs to the field: the quotes were not meant as such.
    const end = line.indexOf(delimiter, at);
    fields.push(value + (end < 0 ? line.slice(at) : line.slice(at, end)));
    if (end < 0) return fields;
    at = end + 1;
  }
}

export interface LineReaderOptions {
  readonly source: AsyncIterable<Buffer>;
  readonly format: Pick<StatementFormat, 'encoding' | 'delimiter'>;
  /** Takes the fields of each line that has any. */
  readonly onFields: (line: number, fields: readonly string[]) => void;
  readonly onProblem: (line: number, code: 'file.encoding' | 'file.quotes' | 'row.tooLong') => void;
  /** After each piece; a promise is waited for. */
  readonly onPiece?: (bytes: number) => Promise<void> | undefined;
}

const LINE_FEED = 10;
/** No line of a statement comes near it; a file that is no CSV does. */
const LONGEST_LINE = 16 * 1024;
/** The byte that Windows-1251 leaves free. */
const UNUSED_BYTE = 0x98;
const BYTE_ORDER_MARK = '\ufeff';

/**
 * Streams the lines of a statement, LF or CR LF. Lines in another encoding are reported and left out; a line without an end or a
 * quote that is never closed ends the file, because nothing behind it can be trusted.
 */
export async function readLines({ source, format, onFields, onProblem, onPiece }: LineReaderOptions) {
  const { delimiter } = format;
  const isWindows = format.encoding === 'windows-1251';
  const decoder = new TextDecoder('windows-1251');
  const isRight = (bytes: Buffer) =>
    !bytes.includes(0) && (isWindows ? !bytes.includes(UNUSED_BYTE) : isUtf8(bytes));
  const textOf = (bytes: Buffer) => (isWindows ? decoder.decode(bytes) : bytes.toString('utf8'));
  let line = 0;
  let carried: Buffer = Buffer.alloc(0);
  /** Lines of a field in quotes that goes on. */
  let open: { text: string; line: number } | undefined;
  let isBroken = false;

  function takeLine(text: string): void {
    line += 1;
    const whole = open ? `${open.text}\n${text}` : text;
    const begins = open?.line ?? line;
    if (whole.length > LONGEST_LINE) {
      onProblem(begins, open ? 'file.quotes' : 'row.tooLong');
      isBroken = true;
      return;
    }
    const fields = splitLine(whole.endsWith('\r') ? whole.slice(0, -1) : whole, delimiter);
    open = fields ? undefined : { text: whole, line: begins };
    if (fields && !(fields.length === 1 && fields[0]?.trim() === '')) onFields(begins, fields);
  }

  function takeText(text: string): void {
    for (const one of text.split('\n')) {
      if (isBroken) return;
      takeLine(one);
    }
  }

  /** Whole lines without the last line feed. */
  function take(bytes: Buffer): void {
    if (isRight(bytes)) {
      const text = textOf(bytes);
      takeText(line === 0 && text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
      return;
    }
    for (let start = 0; start <= bytes.length && !isBroken; ) {
      const feed = bytes.indexOf(LINE_FEED, start);
      const end = feed < 0 ? bytes.length : feed;
      const one = bytes.subarray(start, end);
      if (isRight(one)) takeLine(textOf(one));
      else {
        line += 1;
        onProblem(line, 'file.encoding');
      }
      start = end + 1;
    }
  }

  for await (const piece of source) {
    if (isBroken) break;
    const bytes = carried.length > 0 ? Buffer.concat([carried, piece]) : piece;
    const last = bytes.lastIndexOf(LINE_FEED);
    if (last >= 0) take(bytes.subarray(0, last));
    carried = Buffer.from(bytes.subarray(last + 1));
    if (carried.length > LONGEST_LINE && !isBroken) {
      onProblem(line + 1, 'row.tooLong');
      isBroken = true;
    }
    const waiting = onPiece?.(piece.length);
    if (waiting !== undefined) await waiting;
  }
  if (!isBroken && carried.length > 0) take(carried);
  if (!isBroken && open !== undefined) onProblem(open.line, 'file.quotes');
}
