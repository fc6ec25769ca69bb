import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { Kysely, type PostgresCursor, type PostgresPoolClient, type PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { connectionTo } from './servers/servers.ts';
import { TypedSqlDialect, verified } from './typed-sql.ts';

/** A database handle whose tables are described by `Schema`; a transaction is one too. */
export type Database<Schema> = Kysely<Schema>;

/** Time limits of the statements of requests, milliseconds. Decision 0172. */
export interface StatementLimits {
  /**
   * The server cancels a statement that takes longer, and what it did is rolled back (`statement_timeout`). Does not cover a
   * commit.
   */
  readonly statementMs: number;
  /** The server ends a connection whose transaction sends nothing for longer. */
  readonly idleMs: number;
  /**
   * A connection whose statement or commit has no answer for longer is ended here; whether it was done is not known. More than
   * `statementMs`, so that the server is asked first.
   */
  readonly answerMs: number;
}

export interface DatabaseOptions {
  readonly url: string;
  /** Maximum connections of the pool; 10 by default. */
  readonly poolSize?: number;
  /** Shown in pg_stat_activity. */
  readonly name?: string;
  /**
   * Plan each prepared statement once (generic plan). For the server, whose statements look up keys: planning a dozen
   * joins costs more than running them.
   */
  readonly planOnce?: boolean;
  /** Time limits of statements; absent: none, for work that may take hours. */
  readonly limits?: StatementLimits | undefined;
  /**
   * Called with every statement before it is sent. For tests that count statements, and benchmarks that repeat them.
   */
  readonly onStatement?: ((text: string, parameters: readonly unknown[]) => void) | undefined;
}

/** Parses 'YYYY-MM-DD HH:mm:ss.ffffff+00' as PostgreSQL writes it into epoch milliseconds. */
function parseTimestamp(text: string): number {
  return Date.parse(`${text.replace(' ', 'T')}:00`);
}

/**
 * Type parsers: bigint columns (kopiykas, receipt numbers) to bigint, dates to 'YYYY-MM-DD', timestamps to epoch
 * milliseconds; no floating point and no process time zone involved.
 */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.INT8) return (text: string) => BigInt(text);
    if (oid === pg.types.builtins.DATE) return (text: string) => text;
    if (oid === pg.types.builtins.TIMESTAMPTZ) return parseTimestamp;
    return pg.types.getTypeParser(oid, format ?? 'text');
  },
};

const statementNames = new Map<string, string>();

/**
 * Statements are prepared once per connection under a name derived from their text: nearly twice the rate of unnamed
 * ones.
 */
function statementNameOf(text: string): string {
  let name = statementNames.get(text);
  if (name === undefined) {
    name = `s${createHash('sha1').update(text).digest('hex').slice(0, 24)}`;
    statementNames.set(text, name);
  }
  return name;
}

/** The server is asked first to end a statement: its answer, also of a busy server, comes within a quarter more. */
const answerMsOf = (statementMs: number) => 1.25 * statementMs;

/** The limits that follow from the time a statement may take. */
export function limitsOf(statementSeconds: number): StatementLimits {
  const statementMs = statementSeconds * 1000;
  return { statementMs, idleMs: 6 * statementMs, answerMs: answerMsOf(statementMs) };
}

const longerAnswers = new AsyncLocalStorage<number>();

/**
 * Runs statements that set a `statement_timeout` of their own: their connection is ended no sooner than that allows.
 */
export function withStatementTime<Result>(statementMs: number, work: () => Promise<Result>): Promise<Result> {
  return longerAnswers.run(answerMsOf(statementMs), work);
}

/**
 * Ends the connection when a statement has no answer in time. The error has the code of a connection that timed out, so that a
 * request is answered 503. The server is not asked to cancel: a commit that waits for a standby would then end as done here, and
 * not there.
 */
function limitAnswer<Result>(
  client: pg.PoolClient,
  answerMs: number,
  answer: Promise<Result>,
): Promise<Result> {
  const limitMs = Math.max(answerMs, longerAnswers.getStore() ?? 0);
  const timer = setTimeout(() => {
    const { stream } = (client as unknown as { readonly connection: { readonly stream: Duplex } }).connection;
    const late = new Error(`the database did not answer within ${limitMs} ms: its connection was ended`);
    stream.destroy(Object.assign(late, { code: 'ETIMEDOUT' }));
  }, limitMs).unref();
  return answer.finally(() => clearTimeout(timer));
}

/** A Kysely client that names every parameterised statement, and limits the time of its answer. */
function namingClient(
  client: pg.PoolClient,
  onStatement: DatabaseOptions['onStatement'],
  answerMs?: number,
): PostgresPoolClient {
  const inTime = <Result>(answer: Promise<Result>): Promise<Result> =>
    answerMs === undefined ? answer : limitAnswer(client, answerMs, answer);
  function query<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  function query(text: string | PostgresCursor<unknown>, parameters: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('cursors are read with platform/database/copy.ts');
    onStatement?.(text, parameters);
    if (parameters.length === 0) return verified(text, inTime(client.query(text)));
    return verified(
      text,
      inTime(client.query({ name: statementNameOf(text), text, values: [...parameters], types })),
    );
  }
  return { query, release: (destroy) => client.release(destroy) };
}

export interface ConnectedDatabase<Schema> {
  readonly db: Database<Schema>;
  /** The underlying pool, for COPY and for metrics. */
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

function startParameters({ planOnce, limits }: DatabaseOptions): string {
  const settings = {
    timezone: 'UTC',
    search_path: 'pg_catalog',
    ...(planOnce && { plan_cache_mode: 'force_generic_plan' }),
    ...(limits && {
      statement_timeout: limits.statementMs,
      idle_in_transaction_session_timeout: limits.idleMs,
    }),
  };
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/** Opens a pool. It connects at the first statement. */
export function openPool(options: Omit<DatabaseOptions, 'onStatement'>): pg.Pool {
  const pool = new pg.Pool({
    ...connectionTo(options.url),
    max: options.poolSize ?? 10,
    application_name: options.name ?? 'svitlo',
    options: startParameters(options),
    connectionTimeoutMillis: 10_000,
    types,
  });
  // The pool replaces a connection that breaks while idle; the next statement reports the error.
  pool.on('error', () => undefined);
  // The same between two statements of a transaction: the next one fails, and the process continues.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** A handle on the connections of a pool. */
export function databaseOfPool<Schema>(
  pool: pg.Pool,
  { onStatement, limits }: Pick<DatabaseOptions, 'onStatement' | 'limits'> = {},
): Database<Schema> {
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return new Kysely<Schema>({
    dialect: new TypedSqlDialect({
      pool: {
        options: pool.options,
        end: () => pool.end(),
        async connect() {
          const client = await pool.connect();
          let naming = wrapped.get(client);
          if (naming === undefined) {
            naming = namingClient(client, onStatement, limits?.answerMs);
            wrapped.set(client, naming);
          }
          return naming;
        },
      },
    }),
  });
}

/** Opens a pool and a handle on it. */
export function connectDatabase<Schema>(options: DatabaseOptions): ConnectedDatabase<Schema> {
  const pool = openPool(options);
  const db = databaseOfPool<Schema>(pool, options);
  async function close(): Promise<void> {
    await db.destroy();
    // A handle that was never used does not end its pool.
    if (!pool.ended) await pool.end();
  }
  return { db, pool, close };
}

/** Runs work in the caller's transaction when it has one, else in one of its own. */
export function inTransaction<Schema, Result>(
  db: Database<Schema>,
  work: (transaction: Database<Schema>) => Promise<Result>,
): Promise<Result> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}

/**
 * A handle on a connection owned by the caller; everything runs in the caller's transaction. Must not be destroyed
 * and can't start its own transaction.
 */
export function databaseOfClient<Schema>(client: pg.PoolClient): Database<Schema> {
  const { query } = namingClient(client, undefined);
  const connection: PostgresPoolClient = { query, release: () => undefined };
  return new Kysely<Schema>({
    dialect: new TypedSqlDialect({
      pool: {
        options: {},
        connect: () => Promise.resolve(connection),
        end: () => Promise.resolve(),
      },
    }),
  });
}
