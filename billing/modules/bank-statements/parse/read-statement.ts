import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { bytea, typedSql } from '#platform/database/typed-sql.ts';
import { accountDigits, numberIdenticalRows } from '../rows/decided-row.ts';
import { type StagedStatement, stageStatement } from '../stage-statement.ts';
import type { StatementRun } from '../statement-run.ts';
import type { Statement } from '../statement-store.ts';

const MS_BETWEEN_NOTES = 500;

/** Notes how far a file is read, now and then, beside the transaction that reads it. */
function noteProgress({ db, onProgress }: StatementRun, statement: Statement) {
  const total = Number(statement.byteCount);
  let done = 0;
  let notedAt = performance.now();
  let writing: Promise<unknown> = Promise.resolve();
  return {
    onBytes(bytes: number): void {
      done += bytes;
      onProgress?.({ step: 'reading', done, total });
      if (performance.now() - notedAt < MS_BETWEEN_NOTES) return;
      notedAt = performance.now();
      writing = sql`
        update billing.bank_statement set bytes_done = ${done} where statement_number = ${statement.statementNumber}`.execute(
        db,
      );
      // What is only looked at must not end the reading.
      writing.catch(() => undefined);
    },
    settled: () => Promise.allSettled([writing]),
  };
}

/**
 * Reads the file of a statement into its rows, all of them or none: a file with problems is refused, its problems are kept.
 * What it is after that: `next`, or refused.
 */
export async function readStatement(
  work: StatementRun,
  statement: Statement,
  source: AsyncIterable<Buffer>,
  next: 'checking' | 'booking',
): Promise<'checking' | 'booking' | 'refused'> {
  const { statementNumber, settings: format } = statement;
  const accountPattern = new RegExp(`^\\d{${await accountDigits(work.db)}}$`);
  const progress = noteProgress(work, statement);
  const client = await work.pool.connect();
  let isBroken = false;
  let staged: StagedStatement;
  try {
    await client.query('begin');
    await client.query('delete from billing.bank_statement_row where statement_number = $1', [
      statementNumber,
    ]);
    staged = await stageStatement({
      client,
      statementNumber,
      format,
      source,
      accountPattern,
      today: kyivDateOf(work.clock.now()),
      onBytes: progress.onBytes,
    });
    await progress.settled();
    if (staged.problemCount > 0) await client.query('rollback');
    else {
      await numberIdenticalRows(client, statementNumber, staged.maybeRepeated);
      await client.query(
        `update billing.bank_statement set state = $2, file_digest = $3, bytes_done = byte_count, row_count = $4, row_kopiykas = $5,
           first_day = $6, last_day = $7, skipped_count = $8, skipped = $9::jsonb where statement_number = $1`,
        [
          statementNumber,
          next,
          staged.fileDigest,
          staged.rowCount,
          staged.rowKopiykas,
          staged.firstDay,
          staged.lastDay,
          staged.skippedCount,
          JSON.stringify(staged.skipped),
        ],
      );
      await client.query('delete from billing.bank_statement_part where statement_number = $1', [
        statementNumber,
      ]);
      await client.query('commit');
    }
  } catch (error) {
    isBroken = true;
    throw error;
  } finally {
    await progress.settled();
    client.release(isBroken);
  }
  if (staged.problemCount === 0) return next;
  const { fileDigest, rowCount, problemCount, problems, skippedCount, skipped } = staged;
  await sql`
    with parts as (delete from billing.bank_statement_part where statement_number = ${statementNumber})
    update billing.bank_statement set state = 'refused', file_digest = ${fileDigest}, bytes_done = byte_count,
      row_count = ${rowCount}, skipped_count = ${skippedCount},
      skipped = ${JSON.stringify(skipped)}::jsonb, problem_count = ${problemCount},
      problems = ${JSON.stringify(problems)}::jsonb
    where statement_number = ${statementNumber}`.execute(work.db);
  return 'refused';
}

/** The file of a statement as its parts came, one at a time. */
export async function* partsOf(db: BillingDatabase, statementNumber: number): AsyncIterable<Buffer> {
  for (let part = 1; ; part += 1) {
    const { rows } = await typedSql({ content: bytea() })`
      select content from billing.bank_statement_part
      where statement_number = ${statementNumber} and part_number = ${part}`.execute(db);
    const [found] = rows;
    if (found === undefined) return;
    yield found.content;
  }
}
