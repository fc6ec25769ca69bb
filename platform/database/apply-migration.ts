import { setInterval, setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from './database.ts';
import { splitStatements } from './split-statements.ts';
import { bool, int4, text, typedSql } from './typed-sql.ts';

export interface MigrationFile {
  readonly name: string;
  readonly text: string;
  /** SHA-256 of the file, hexadecimal. */
  readonly digest: string;
}

/** How long a migration waits for the locks of others. */
export interface LockLimits {
  /** Longest wait for one lock of a migration in a transaction, milliseconds: requests that come after it wait as long. */
  readonly timeoutMs: number;
  /** Attempts of a migration in a transaction. */
  readonly attempts: number;
  /** Pause after an attempt, the first has the number 1. */
  readonly pause: (attempt: number) => Promise<unknown>;
  /** Longest wait for one lock of a migration without a transaction, milliseconds: requests do not wait behind it. */
  readonly concurrentTimeoutMs: number;
}

export const usualLockLimits: LockLimits = {
  timeoutMs: 2000,
  attempts: 6,
  pause: (attempt) => sleep(attempt * 1000),
  concurrentTimeoutMs: 600_000,
};

/** First line of a file whose statements run one by one, outside of a transaction; each can be repeated. */
export const withoutTransaction = '-- without transaction';

/** A statement that builds an index concurrently: name of the index, table and its schema. */
const concurrentIndex =
  /^create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?(\w+)\s+on\s+((\w+)\.\w+)/i;

interface LockWait {
  readonly table: string;
  readonly holder: string;
  readonly processId: number;
}

/** What a connection waits for, and one of those that hold it; undefined: it does not wait. */
async function readLockWait(db: Database<unknown>, processId: number): Promise<LockWait | undefined> {
  const { rows } = await typedSql({ table: text(), holder: text(), processId: int4() })`
    select coalesce(awaited.relation::regclass::text, awaited.locktype) as "table",
           coalesce(holder.application_name, '') as holder, holder.pid as "processId"
      from pg_locks awaited
      cross join lateral unnest(pg_blocking_pids(awaited.pid)) blocking(pid)
      join pg_stat_activity holder on holder.pid = blocking.pid
     where awaited.pid = ${processId} and not awaited.granted
     order by holder.xact_start nulls last, holder.pid
     limit 1
  `.execute(db);
  return rows[0];
}

/** Observes what a connection waits for until `stop`, which returns the last wait that was seen. */
function watchLockWaits(db: Database<unknown>, processId: number, everyMs: number) {
  const stopping = new AbortController();
  let seen: LockWait | undefined;
  async function watch(): Promise<void> {
    for await (const _ of setInterval(everyMs, undefined, { signal: stopping.signal }))
      seen = (await readLockWait(db, processId)) ?? seen;
  }
  // Ends by its abort; a connection that breaks breaks the migration too, which reports it.
  const ended = watch().catch(() => undefined);
  return async () => {
    stopping.abort();
    await ended;
    return seen;
  };
}

/** Lock timeout, or a deadlock that this connection lost. */
const isLockRefusal = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '40P01');

/** The tables of the history of a schema. */
interface MigrationHistory {
  readonly kysely_migration: { readonly name: string; readonly timestamp: unknown };
  readonly kysely_migration_digest: { readonly name: string; readonly digest: string };
}

const utcNow = sql`to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Records a migration as applied, with the digest of its file. */
async function recordApplied(
  db: Database<unknown>,
  schema: string,
  { name, digest }: MigrationFile,
): Promise<void> {
  const history = (db as Database<MigrationHistory>).withSchema(schema);
  await history.insertInto('kysely_migration').values({ name, timestamp: utcNow }).execute();
  await history.insertInto('kysely_migration_digest').values({ name, digest }).execute();
}

async function applyInTransaction(
  connection: Database<unknown>,
  schema: string,
  file: MigrationFile,
  { timeoutMs }: LockLimits,
): Promise<void> {
  await connection.transaction().execute(async (transaction) => {
    await sql.raw(`set local lock_timeout = ${timeoutMs}`).execute(transaction);
    await sql.raw(file.text).execute(transaction);
    await recordApplied(transaction, schema, file);
  });
}

/** Pause between two looks at a build that goes on. */
const buildPauseMs = 200;

/**
 * Waits while the database builds an index of the table, for a process that was killed. Looks again and again: that build waits for the
 * snapshot of a statement that waits for it.
 */
async function afterBuild(connection: Database<unknown>, table: string): Promise<void> {
  for (;;) {
    const { rows } = await typedSql({ isBuilding: bool() })`
      select exists (
        select from pg_stat_progress_create_index where relid = to_regclass(${table}) and pid <> pg_backend_pid()
      ) as "isBuilding"
    `.execute(connection);
    if (!rows[0]?.isBuilding) return;
    await sleep(buildPauseMs);
  }
}

/** Whether an index is there and valid; one that is not valid, because its build was broken off, is dropped. */
async function hasValidIndex(connection: Database<unknown>, index: string, table: string): Promise<boolean> {
  await afterBuild(connection, table);
  const { rows } = await typedSql({ isValid: bool() })`
    select indisvalid as "isValid" from pg_index where indexrelid = to_regclass(${index})
  `.execute(connection);
  if (rows[0]?.isValid === false) await sql`drop index concurrently ${sql.table(index)}`.execute(connection);
  return rows[0]?.isValid === true;
}

async function applyWithoutTransaction(
  connection: Database<unknown>,
  schema: string,
  file: MigrationFile,
  { concurrentTimeoutMs }: LockLimits,
): Promise<void> {
  await sql.raw(`set lock_timeout = ${concurrentTimeoutMs}`).execute(connection);
  try {
    for (const statement of splitStatements(file.text)) {
      const [, index = '', table = '', ofTable = ''] = concurrentIndex.exec(statement.sql) ?? [];
      const isThere = index !== '' && (await hasValidIndex(connection, `${ofTable}.${index}`, table));
      if (!isThere) await sql.raw(statement.sql).execute(connection);
    }
    await connection.transaction().execute((transaction) => recordApplied(transaction, schema, file));
  } finally {
    await sql`reset lock_timeout`.execute(connection);
  }
}

/**
 * Applies a migration and records it: in a transaction of its own, repeated when it does not get its locks in time, or without one when the
 * file begins with `-- without transaction`. What is left of the latter by a kill or an error is completed by the next call.
 * @throws Error that names the migration, and who holds the lock when that was the reason.
 */
export async function applyMigration(
  db: Database<unknown>,
  schema: string,
  file: MigrationFile,
  limits: LockLimits,
): Promise<void> {
  const isConcurrent = file.text.startsWith(withoutTransaction);
  const attempts = isConcurrent ? 1 : limits.attempts;
  await db.connection().execute(async (connection) => {
    const { rows } = await typedSql({ id: int4() })`select pg_backend_pid() as id`.execute(connection);
    const processId = rows[0]?.id ?? 0;
    for (let attempt = 1; ; attempt += 1) {
      const stopWatching = watchLockWaits(db, processId, limits.timeoutMs / 4);
      try {
        await (isConcurrent ? applyWithoutTransaction : applyInTransaction)(connection, schema, file, limits);
        return;
      } catch (error) {
        if (!isLockRefusal(error)) throw failureOf(schema, file, error);
        if (attempt === attempts) throw busyOf(schema, file, await stopWatching(), error);
      } finally {
        await stopWatching();
      }
      await limits.pause(attempt);
    }
  });
}

function failureOf(schema: string, { name }: MigrationFile, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Error(`The migration ${schema} ${name} failed: ${reason}`, { cause });
}

function busyOf(schema: string, { name }: MigrationFile, wait: LockWait | undefined, cause: unknown): Error {
  const busy = wait
    ? `the table ${wait.table} is in use by "${wait.holder}" (process ${wait.processId} of the database)`
    : 'a table of it is in use by others';
  return new Error(
    `The migration ${schema} ${name} did not get its locks in time: ${busy}. Wait for its end, or end it, then start again; what was migrated before remains.`,
    { cause },
  );
}
