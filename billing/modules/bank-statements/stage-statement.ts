import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { StatementFormat } from '#billing/api/bank-statements.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { CopyBuffer } from '#platform/database/copy-buffer.ts';
import { readLines } from './read-lines.ts';
import { createRepeatGuess } from './repeat-guess.ts';
import { rowReader, type StatementProblemCode, type StatementRow } from './row-reader.ts';

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

/** What a file holds. */
export interface StagedStatement {
  readonly fileDigest: string;
  readonly rowCount: number;
  readonly rowKopiykas: bigint;
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  readonly lastLine: number;
  readonly skippedCount: number;
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
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

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
  let batch = new CopyBuffer(BUFFER_BYTES);

  const tell = (line: number, column: string | null, code: StatementProblemCode, value: string) => {
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
    tell,
    onSkipped: () => {
      skippedCount += 1;
    },
    onRow(row) {
      batch.addText(lineOf(statementNumber, row));
      repeats.add(row.baseKey, row.keyBits);
      rowCount += 1;
      lastLine = row.line;
      const kopiykas = Number(row.kopiykas);
      if (kopiykas > 1e12) rowKopiykas += BigInt(row.kopiykas);
      else pending += kopiykas;
      if (pending > 1e14) addPending();
      if (firstDay === null || row.paidOn < firstDay) firstDay = row.paidOn;
      if (lastDay === null || row.paidOn > lastDay) lastDay = row.paidOn;
    },
  });

  const copy = client.query(copyFrom(`copy ${target} from stdin`));
  // Whoever writes, or waits for the end, gets the error; an error between the two must not end the process.
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
      onProblem: (line, code) => tell(line, null, code, ''),
      onPiece(bytes) {
        request.onBytes?.(bytes);
        return batch.length > BATCH_BYTES ? write() : undefined;
      },
    });
    if (batch.length > 0) await write();
  } catch (error) {
    copy.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
  copy.end();
  await finished(copy);
  addPending();
  if (problemCount === 0 && rowCount === 0 && skippedCount === 0) tell(1, null, 'file.empty', '');
  return {
    fileDigest: digest.digest('hex'),
    rowCount,
    rowKopiykas,
    firstDay,
    lastDay,
    lastLine,
    skippedCount,
    problemCount,
    problems,
    maybeRepeated: repeats.guesses(),
  };
}
