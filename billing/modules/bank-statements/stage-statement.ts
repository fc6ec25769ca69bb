import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { StatementFormat } from '#billing/api/bank-statements.ts';
import { tableOf } from '#domain/table-of.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { CopyBuffer } from '#platform/database/copy.ts';
import { nameOtherKind } from '#platform/files/name-other-kind.ts';
import { rowReader, type StatementProblemCode, type StatementRow } from './parse/row-reader.ts';

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

interface LineReaderOptions {
  readonly source: AsyncIterable<Buffer>;
  readonly format: Pick<StatementFormat, 'encoding' | 'delimiter'>;
  /** Takes the fields of each line that has any. */
  readonly onFields: (line: number, fields: readonly string[]) => void;
  readonly onProblem: (
    line: number,
    code: 'file.encoding' | 'file.kind' | 'file.quotes' | 'row.tooLong',
    value?: string,
  ) => void;
  /** After each piece; a promise is waited for. */
  readonly onPiece?: (bytes: number) => Promise<void> | undefined;
}

const LINE_FEED = 10;
/** No line of a statement comes near it; a file that is no CSV does. */
const LONGEST_LINE = 16 * 1024;
/** The byte that Windows-1251 leaves free. */
const UNUSED_BYTE = 0x98;
const BYTE_ORDER_MARK = '\ufeff';
/** The first line of a CSV that a spreadsheet wrote for itself: "sep=;". */
const SEPARATOR_LINE = /^sep=.?$/i;

/** Whether text is in UTF-8 beyond doubt: it has letters beyond ASCII, and text of Windows-1251 with such letters is no valid UTF-8. */
function isSurelyUtf8(piece: Buffer): boolean {
  const lines = piece.subarray(0, piece.lastIndexOf(LINE_FEED) + 1);
  return isUtf8(lines) && lines.some((byte) => byte >= 0x80);
}

/**
 * Streams the lines of a statement, LF or CR LF. UTF-8 is read whatever the format expects. Lines in another encoding are reported and left out; a line without an end or a
 * quote that is never closed ends the file, because nothing behind it can be trusted.
 */
async function readLines({ source, format, onFields, onProblem, onPiece }: LineReaderOptions) {
  const { delimiter } = format;
  let isWindows = format.encoding === 'windows-1251';
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
    const content = whole.endsWith('\r') ? whole.slice(0, -1) : whole;
    if (line === 1 && SEPARATOR_LINE.test(content)) return;
    const fields = splitLine(content, delimiter);
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

  let isFirst = true;
  for await (const piece of source) {
    if (isBroken) break;
    if (isFirst) {
      isFirst = false;
      const kind = nameOtherKind(piece);
      if (kind !== undefined) {
        onProblem(1, 'file.kind', kind);
        isBroken = true;
      } else if (isSurelyUtf8(piece)) isWindows = false;
    }
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

const BITS = 27;
const MASK = 2 ** BITS - 1;
/** More guesses than this are no help. */
const MOST_GUESSES = 50_000;

/**
 * Guesses which keys of a stream come again, in the same 16 MiB however long it is: every key that does is among the guesses,
 * and about one of a hundred that does not. `guesses`: undefined when there are too many to be of use.
 */
export function createRepeatGuess() {
  const seen = new Uint32Array(2 ** (BITS - 5));
  const guesses: string[] = [];
  return {
    /** `hashBits`: bits of a hash of the key. */
    add(key: string, hashBits: number): void {
      const bit = hashBits & MASK;
      const word = seen[bit >>> 5] ?? 0;
      const mask = 1 << (bit & 31);
      if ((word & mask) !== 0 && guesses.length <= MOST_GUESSES) guesses.push(key);
      seen[bit >>> 5] = word | mask;
    },
    guesses: (): readonly string[] | undefined => (guesses.length > MOST_GUESSES ? undefined : guesses),
  };
}

export interface StatementProblem {
  readonly line: number;
  readonly column: string | null;
  readonly code: StatementProblemCode;
  readonly value: string;
}

export interface StageRequest {
  readonly client: pg.PoolClient;
  readonly statementNumber: number;
  readonly format: StatementFormat;
  readonly source: AsyncIterable<Buffer>;
  readonly accountPattern: RegExp;
  readonly today: LocalDate;
  readonly onBytes?: (bytes: number) => void;
}

/** Rows that were skipped because of a word in a column of the format. */
export interface SkippedRows {
  readonly word: string;
  readonly count: number;
  readonly firstLine: number;
}

/** What a file holds. */
export interface StagedStatement {
  readonly fileDigest: string;
  readonly rowCount: number;
  readonly rowKopiykas: bigint;
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  readonly lastLine: number;
  readonly skippedCount: number;
  /** Rows that are no payments, by the word that says so. */
  readonly skipped: readonly SkippedRows[];
  readonly problemCount: number;
  /** The first of them. */
  readonly problems: readonly StatementProblem[];
  /** Keys of rows that may be alike, all that are among them; undefined: every row may be. */
  readonly maybeRepeated: readonly string[] | undefined;
}

/** So many problems are listed; the rest are only counted. */
const listedStatementProblems = 200;
const LONGEST_SHOWN_VALUE = 80;
/** Signs that a terminal or a page would obey instead of showing them. */
const UNSHOWABLE = /[\p{Cc}\p{Cf}]/gu;
const BATCH_BYTES = 256 * 1024;
/** Of a batch and the piece of a file that ends it. */
const BUFFER_BYTES = 2 * 1024 * 1024;
const NULL_MARK = '\\N';
const NEEDS_ESCAPE = /[\\\t\n\r]/;
const ESCAPES: Readonly<Record<string, string>> = tableOf({
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
});

const target = `billing.bank_statement_row (statement_number, line, base_key, paid_on, amount_kopiykas, bank_row_id, account_text,
  own_account, payer, purpose, account_numbers, order_ids, act_numbers, provider_references)`;

function copyText(value: string | undefined): string {
  if (value === undefined || value === '') return NULL_MARK;
  return NEEDS_ESCAPE.test(value)
    ? value.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character)
    : value;
}

/** An array as PostgreSQL writes it; what stands in it has neither quotes nor commas. */
function copyList(list: readonly string[]): string {
  return list.length === 0 ? NULL_MARK : `{${list.join(',')}}`;
}

function lineOf(statementNumber: number, row: StatementRow): string {
  const { accountNumbers, orderIds, actNumbers, references } = row.facts;
  return `${statementNumber}\t${row.line}\t${row.baseKey}\t${row.paidOn}\t${row.kopiykas}\t${copyText(row.rowNumber)}\t${copyText(
    row.accountText,
  )}\t${copyText(row.ownAccount)}\t${copyText(row.payer)}\t${copyText(row.purpose)}\t${copyList(accountNumbers)}\t${copyList(
    orderIds,
  )}\t${copyList(actNumbers)}\t${copyList(references)}\n`;
}

/**
 * Streams a statement into its rows by COPY, inside the transaction of the client; never more than a piece of it is in memory.
 * Rows that are wrong are reported and left out: the caller decides what a file with problems is worth.
 */
export async function stageStatement(request: StageRequest): Promise<StagedStatement> {
  const { client, statementNumber, format, source, accountPattern, today } = request;
  const digest = createHash('sha256');
  const problems: StatementProblem[] = [];
  const repeats = createRepeatGuess();
  let problemCount = 0;
  let rowCount = 0;
  let rowKopiykas = 0n;
  /** Summed as a number between batches: a thousand rows stay far below what a double holds. */
  let pending = 0;
  let firstDay: string | null = null;
  let lastDay: string | null = null;
  let lastLine = 0;
  let skippedCount = 0;
  const skipped = new Map<string, { readonly word: string; count: number; readonly firstLine: number }>();
  let batch = new CopyBuffer(BUFFER_BYTES);

  const report = (line: number, column: string | null, code: StatementProblemCode, value: string) => {
    problemCount += 1;
    if (problems.length < listedStatementProblems)
      problems.push({
        line,
        column,
        code,
        value: value.slice(0, LONGEST_SHOWN_VALUE).replace(UNSHOWABLE, '\ufffd'),
      });
  };
  const rows = rowReader({
    format,
    accountPattern,
    today,
    report,
    onSkipped(line, word) {
      skippedCount += 1;
      const known = skipped.get(word);
      if (known) known.count += 1;
      else if (skipped.size < listedStatementProblems) skipped.set(word, { word, count: 1, firstLine: line });
    },
    onRow(row) {
      batch.addText(lineOf(statementNumber, row));
      repeats.add(row.baseKey, row.keyBits);
      rowCount += 1;
      lastLine = row.line;
      const kopiykas = Number(row.kopiykas);
      if (Math.abs(kopiykas) > 1e12) rowKopiykas += BigInt(row.kopiykas);
      else pending += kopiykas;
      if (Math.abs(pending) > 1e14) addPending();
      if (firstDay === null || row.paidOn < firstDay) firstDay = row.paidOn;
      if (lastDay === null || row.paidOn > lastDay) lastDay = row.paidOn;
    },
  });

  const copy = client.query(copyFrom(`copy ${target} from stdin`));
  // A write, or the wait for the end, rejects with the error; without a listener it would end the process in between.
  copy.on('error', () => undefined);

  function addPending(): void {
    rowKopiykas += BigInt(pending);
    pending = 0;
  }

  async function write(): Promise<void> {
    const ready = copy.write(batch.rows());
    batch = new CopyBuffer(BUFFER_BYTES);
    if (!ready) await once(copy, 'drain');
  }

  async function* digested(): AsyncIterable<Buffer> {
    for await (const piece of source) {
      digest.update(piece);
      yield piece;
    }
  }

  try {
    await readLines({
      source: digested(),
      format,
      onFields: rows.take,
      onProblem: (line, code, value = '') => report(line, null, code, value),
      onPiece(bytes) {
        request.onBytes?.(bytes);
        return batch.length > BATCH_BYTES ? write() : undefined;
      },
    });
    rows.end();
    if (batch.length > 0) await write();
  } catch (error) {
    copy.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
  copy.end();
  await finished(copy);
  addPending();
  if (problemCount === 0 && rowCount === 0)
    report(1, null, skippedCount === 0 ? 'file.empty' : 'file.allSkipped', [...skipped.keys()].join(', '));
  return {
    fileDigest: digest.digest('hex'),
    rowCount,
    rowKopiykas,
    firstDay,
    lastDay,
    lastLine,
    skippedCount,
    skipped: [...skipped.values()],
    problemCount,
    problems,
    maybeRepeated: repeats.guesses(),
  };
}
