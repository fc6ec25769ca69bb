import { createHash } from 'node:crypto';
import { Kysely, type PostgresCursor, type PostgresPoolClient, type PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { TypedSqlDialect, verified } from './typed-sql.ts';

/** A database handle whose tables are described by `Schema`; a transaction is one too. */
export type Database<Schema> = Kysely<Schema>;

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
  /**
   * Called with every statement before it is sent. For tests that count statements, and benchmarks that repeat them.
   */
  readonly onStatement?: (text: string, parameters: readonly unknown[]) => void;
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

/** A Kysely client that names every parameterised statement. */
function namingClient(
  client: pg.PoolClient,
  onStatement: DatabaseOptions['onStatement'],
): PostgresPoolClient {
  function query<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  function query(text: string | PostgresCursor<unknown>, parameters: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('cursors are read with platform/database/copy.ts');
    onStatement?.(text, parameters);
    if (parameters.length === 0) return verified(text, client.query(text));
    return verified(
      text,
      client.query({ name: statementNameOf(text), text, values: [...parameters], types }),
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

/** Opens a pool. It connects at the first statement. */
export function openPool(options: Omit<DatabaseOptions, 'onStatement'>): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize ?? 10,
    application_name: options.name ?? 'svitlo',
    options: `-c timezone=UTC -c search_path=pg_catalog${options.planOnce ? ' -c plan_cache_mode=force_generic_plan' : ''}`,
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
  onStatement?: DatabaseOptions['onStatement'],
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
            naming = namingClient(client, onStatement);
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
  const db = databaseOfPool<Schema>(pool, options.onStatement);
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
