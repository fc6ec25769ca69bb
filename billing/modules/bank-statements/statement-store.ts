import { type RawBuilder, sql } from 'kysely';
import { type StatementFormat, statementFormatSchema } from '#billing/api/bank-statements.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { AuditOrigin } from '#billing/modules/events/public.ts';
import type { StatementData } from '#contract/values/bank-statement.ts';
import { type Kopiykas, kopiykas, moneyToWire } from '#domain/money.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import {
  date,
  int4,
  int8,
  json,
  nullable,
  text,
  timestamptz,
  typedSql,
} from '#platform/database/typed-sql.ts';
import type { SkippedRows, StatementProblem } from './stage-statement.ts';

export type StatementState = StatementData['state'];

export interface Statement {
  readonly statementNumber: number;
  readonly settings: StatementFormat;
  readonly fileName: string;
  readonly fileDigest: string | null;
  readonly byteCount: bigint;
  /** Who began or booked it, and by which request; '' of the command line. */
  readonly actor: string;
  readonly reference: string;
  readonly createdAt: Instant;
  readonly finishedAt: Instant | null;
  readonly state: StatementState;
  readonly bytesDone: bigint;
  readonly rowCount: number;
  readonly rowKopiykas: bigint;
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  readonly skippedCount: number;
  readonly skipped: readonly SkippedRows[];
  readonly problemCount: number;
  readonly problems: readonly StatementProblem[];
  readonly dryRun: StatementData['dryRun'];
  readonly bookedThrough: number;
  readonly matchedCount: number;
  readonly matchedKopiykas: bigint;
  readonly duplicateCount: number;
  readonly duplicateKopiykas: bigint;
  readonly unmatchedCount: number;
  readonly unmatchedKopiykas: bigint;
  readonly foreignCount: number;
  readonly foreignKopiykas: bigint;
}

const columns = sql`statement_number as "statementNumber", settings, file_name as "fileName", file_digest as "fileDigest",
  byte_count as "byteCount", actor, reference, created_at as "createdAt", finished_at as "finishedAt", state, bytes_done as "bytesDone",
  row_count as "rowCount", row_kopiykas as "rowKopiykas", first_day as "firstDay", last_day as "lastDay",
  skipped_count as "skippedCount", skipped, problem_count as "problemCount", problems, dry_run as "dryRun", booked_through as "bookedThrough",
  matched_count as "matchedCount", matched_kopiykas as "matchedKopiykas", duplicate_count as "duplicateCount",
  duplicate_kopiykas as "duplicateKopiykas", unmatched_count as "unmatchedCount",
  unmatched_kopiykas as "unmatchedKopiykas", foreign_count as "foreignCount", foreign_kopiykas as "foreignKopiykas"`;

async function list(db: BillingDatabase, rest: RawBuilder<unknown>): Promise<readonly Statement[]> {
  const { rows } = await typedSql<Statement>({
    statementNumber: int4(),
    settings: json(),
    fileName: text(),
    fileDigest: nullable(text()),
    byteCount: int8(),
    actor: text(),
    reference: text(),
    createdAt: timestamptz(),
    finishedAt: nullable(timestamptz()),
    state: text(),
    bytesDone: int8(),
    rowCount: int4(),
    rowKopiykas: int8(),
    firstDay: nullable(date()),
    lastDay: nullable(date()),
    skippedCount: int4(),
    skipped: json(),
    problemCount: int4(),
    problems: json(),
    dryRun: nullable(json()),
    bookedThrough: int4(),
    matchedCount: int4(),
    matchedKopiykas: int8(),
    duplicateCount: int4(),
    duplicateKopiykas: int8(),
    unmatchedCount: int4(),
    unmatchedKopiykas: int8(),
    foreignCount: int4(),
    foreignKopiykas: int8(),
  })`select ${columns} from billing.bank_statement ${rest}`.execute(db);
  return rows.map((row) => ({ ...row, settings: statementFormatSchema.parse(row.settings) }));
}

/** A statement; with `lock` it is held until the transaction ends. */
export async function findStatement(
  db: BillingDatabase,
  statementNumber: number,
  lock = false,
): Promise<Statement | undefined> {
  const held = lock ? sql` for update` : sql``;
  return (await list(db, sql`where statement_number = ${statementNumber}${held}`))[0];
}

/** Statements, newest first, those before a number. */
export function listStatements(
  db: BillingDatabase,
  before: number | undefined,
  limit: number,
): Promise<readonly Statement[]> {
  const condition = before === undefined ? sql`true` : sql`statement_number < ${before}`;
  return list(db, sql`where ${condition} order by statement_number desc limit ${limit}`);
}

/** The oldest statement that waits for work, but for some. */
export async function findWaiting(
  db: BillingDatabase,
  but: readonly number[] = [],
): Promise<Statement | undefined> {
  const isWaiting = sql`state in ('reading', 'checking', 'booking') and statement_number <> all(${[...but]}::int[])`;
  return (await list(db, sql`where ${isWaiting} order by statement_number limit 1`))[0];
}

/** Statements that are read, checked or booked now, the oldest first. */
export async function listInProgress(db: BillingDatabase, limit: number): Promise<readonly StatementData[]> {
  const rest = sql`where state in ('reading', 'checking', 'booking') order by statement_number limit ${limit}`;
  return (await list(db, rest)).map(toStatementData);
}

/** A statement of the same file that was cut off while it was booked. */
export async function findUnfinished(db: BillingDatabase, digest: string): Promise<Statement | undefined> {
  return (
    await list(db, sql`where state = 'booking' and file_digest = ${digest} order by statement_number limit 1`)
  )[0];
}

export interface NewStatement {
  readonly format: StatementFormat;
  readonly fileName: string;
  readonly byteCount: number;
  readonly by: AuditOrigin;
  readonly createdAt: Instant;
}

export async function insertStatement(db: BillingDatabase, statement: NewStatement): Promise<Statement> {
  const { format, fileName, byteCount, by, createdAt } = statement;
  const { rows } = await typedSql({ statementNumber: int4() })`
    insert into billing.bank_statement (format_name, settings, file_name, byte_count, actor, reference, created_at,
      state)
    values (${format.name}, ${JSON.stringify(format)}::jsonb, ${fileName}, ${byteCount}, ${by.actor},
      ${by.reference}, ${instantToIso(createdAt)}::timestamptz, 'receiving')
    returning statement_number as "statementNumber"`.execute(db);
  const found = await findStatement(db, rows[0]?.statementNumber ?? 0);
  if (found === undefined) throw new Error('a statement that was written is not there');
  return found;
}

/** Takes a statement away with all that was read of it; nothing of it may be booked. */
export async function deleteStatement(db: BillingDatabase, statementNumber: number): Promise<void> {
  await sql`
    with rows as (delete from billing.bank_statement_row where statement_number = ${statementNumber})
    delete from billing.bank_statement where statement_number = ${statementNumber}`.execute(db);
}

const total = (count: number, sum: bigint) => ({ count, sum: moneyToWire(kopiykas(sum)) });

/** A statement as function modules answer it. */
export function toStatementData(statement: Statement): StatementData {
  const judged =
    statement.matchedCount + statement.duplicateCount + statement.unmatchedCount + statement.foreignCount;
  const isRead = ['checking', 'checked', 'booking', 'done'].includes(statement.state);
  return {
    statement: statement.statementNumber,
    formatName: statement.settings.name,
    formatTitle: statement.settings.title,
    fileName: statement.fileName,
    createdAt: instantToIso(statement.createdAt),
    finishedAt: statement.finishedAt === null ? null : instantToIso(statement.finishedAt),
    state: statement.state,
    progress: isRead
      ? { done: judged, total: statement.rowCount }
      : { done: Number(statement.bytesDone), total: Number(statement.byteCount) },
    firstDay: statement.firstDay,
    lastDay: statement.lastDay,
    skippedCount: statement.skippedCount,
    problemCount: statement.problemCount,
    totals: {
      rows: total(statement.rowCount, statement.rowKopiykas),
      matched: total(statement.matchedCount, statement.matchedKopiykas),
      duplicate: total(statement.duplicateCount, statement.duplicateKopiykas),
      unmatched: total(statement.unmatchedCount, statement.unmatchedKopiykas),
      foreign: total(statement.foreignCount, statement.foreignKopiykas),
    },
    dryRun: statement.dryRun,
  };
}

/** Totals of a dry run, as they are kept. */
export function dryRunOf(
  statement: Pick<Statement, 'rowCount' | 'rowKopiykas'>,
  outcomes: readonly { outcome: string; count: number; kopiykas: bigint }[],
): NonNullable<StatementData['dryRun']> {
  const of = (outcome: string) => {
    const found = outcomes.find((one) => one.outcome === outcome);
    return total(found?.count ?? 0, (found?.kopiykas ?? 0n) as Kopiykas);
  };
  return {
    rows: total(statement.rowCount, statement.rowKopiykas),
    matched: of('matched'),
    duplicate: of('duplicate'),
    unmatched: of('unmatched'),
    foreign: of('foreign'),
  };
}
