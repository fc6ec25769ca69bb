import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { bookStatement } from './book-statement.ts';
import { readStatement } from './parse/read-statement.ts';
import { findFormat } from './parse/statement-format.ts';
import { dryRunStatement, type StatementRun, withStatementLock } from './statement-run.ts';
import {
  deleteStatement,
  findStatement,
  findUnfinished,
  insertStatement,
  type Statement,
} from './statement-store.ts';

export interface ImportStatementRequest extends StatementRun {
  readonly path: string;
  readonly formatName: string;
  /** Checks the rows as the import would, and leaves nothing behind. */
  readonly isTrial: boolean;
}

/** What became of a file; the statement as it stands then. */
export type ImportStatementResult =
  | { readonly kind: 'done' | 'interrupted' | 'refused' | 'tried'; readonly statement: Statement }
  | { readonly kind: 'noFile' | 'noFormat' | 'busy' };

/** Who imports by the command. */
const ACTOR = 'import';
const READ_AHEAD_BYTES = 1024 * 1024;

const readFile = (path: string): AsyncIterable<Buffer> =>
  createReadStream(path, { highWaterMark: READ_AHEAD_BYTES });

async function digestOf(path: string): Promise<string> {
  const digest = createHash('sha256');
  for await (const piece of readFile(path)) digest.update(piece);
  return digest.digest('hex');
}

/** A statement of the same file that was cut off; the file is read for it only when some statement was. */
async function findCutOff(db: BillingDatabase, path: string): Promise<Statement | undefined> {
  const { rows } = await sql`select from billing.bank_statement where state = 'booking' limit 1`.execute(db);
  return rows.length === 0 ? undefined : findUnfinished(db, await digestOf(path));
}

async function load(db: BillingDatabase, statementNumber: number): Promise<Statement> {
  const statement = await findStatement(db, statementNumber);
  if (statement === undefined) throw new Error(`statement ${statementNumber} is gone`);
  return statement;
}

/**
 * Imports the file of a statement (docs/bank-statements.md): reads it whole first, then books it in chunks. The same file after
 * one that was cut off goes on with that; any other row that was there before is a duplicate and never booked twice.
 */
export async function importStatement(request: ImportStatementRequest): Promise<ImportStatementResult> {
  const { db, path, isTrial } = request;
  const file = await stat(path).catch(() => undefined);
  if (!file?.isFile()) return { kind: 'noFile' };
  const format = await findFormat(db, request.formatName);
  if (format === undefined) return { kind: 'noFormat' };
  const result = await withStatementLock(request.pool, async (): Promise<ImportStatementResult> => {
    const cutOff = isTrial ? undefined : await findCutOff(db, path);
    if (cutOff !== undefined) return book(request, cutOff);
    // Of imports that were killed before anything was read.
    await sql`delete from billing.bank_statement where state = 'receiving' and actor = ${ACTOR}`.execute(db);
    const created = await insertStatement(db, {
      format,
      fileName: basename(path),
      byteCount: file.size,
      by: { actor: ACTOR, reference: '' },
      createdAt: request.clock.now(),
    });
    const { statementNumber } = created;
    const state = await readStatement(request, created, readFile(path), isTrial ? 'checking' : 'booking');
    const statement = await load(db, statementNumber);
    if (state === 'booking') return book(request, statement);
    if (state === 'checking') await dryRunStatement(request, statement);
    const tried = await load(db, statementNumber);
    if (isTrial) await deleteStatement(db, statementNumber);
    return { kind: state === 'refused' ? 'refused' : 'tried', statement: tried };
  });
  return result ?? { kind: 'busy' };
}

async function book(request: ImportStatementRequest, statement: Statement): Promise<ImportStatementResult> {
  const kind = await bookStatement(request, statement);
  return { kind, statement: await load(request.db, statement.statementNumber) };
}
