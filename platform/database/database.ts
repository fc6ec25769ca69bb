import { createHash } from 'node:crypto';
import {
  Kysely,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely';
import pg from 'pg';

/** A database handle whose tables are described by `Schema`; a transaction is one too. */
export type Database<Schema> = Kysely<Schema>;

export interface DatabaseOptions {
  readonly url: string;
  /** Most connections of the pool; 10 unless told. */
  readonly poolSize?: number;
  /** Shown in pg_stat_activity. */
  readonly name?: string;
  /**
   * Plan each prepared statement once for all its parameters. For the server, whose statements look up keys: planning one
   * of a dozen joins anew costs more than running it.
   */
  readonly planOnce?: boolean;
  /** Told every statement before it is sent. For tests that count them, and benchmarks that repeat them. */
  readonly onStatement?: (text: string, parameters: readonly unknown[]) => void;
}

/** 'YYYY-MM-DD HH:mm:ss.ffffff+00' as PostgreSQL writes it, to epoch milliseconds. */
function parseTimestamp(text: string): number {
  return Date.parse(`${text.replace(' ', 'T')}:00`);
}

/**
 * How values arrive: bigint columns (kopiykas, receipt numbers) as bigint, dates as 'YYYY-MM-DD', timestamps as epoch
 * milliseconds; no floating point and no time zone of the process touches them.
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

/** Statements are prepared once per connection under a name made of their text: nearly twice the rate of unnamed ones. */
function statementNameOf(text: string): string {
  let name = statementNames.get(text);
  if (name === undefined) {
    name = `s${createHash('sha1').update(text).digest('hex').slice(0, 24)}`;
    statementNames.set(text, name);
  }
  return name;
}

/** One connection as Kysely sees it, with every parameterised statement named. */
function namingClient(
  client: pg.PoolClient,
  onStatement: DatabaseOptions['onStatement'],
): PostgresPoolClient {
  function query<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  function query(text: string | PostgresCursor<unknown>, parameters: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('cursors are read with platform/database/copy.ts');
    onStatement?.(text, parameters);
    if (parameters.length === 0) return client.query(text);
    return client.query({ name: statementNameOf(text), text, values: [...parameters], types });
  }
  return { query, release: (destroy) => client.release(destroy) };
}

export interface ConnectedDatabase<Schema> {
  readonly db: Database<Schema>;
  /** The pool underneath, for COPY and for counters. */
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** Opens a pool. Nothing is connected until the first statement. */
export function connectDatabase<Schema>(options: DatabaseOptions): ConnectedDatabase<Schema> {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize ?? 10,
    application_name: options.name ?? 'svitlo',
    options: `-c timezone=UTC -c search_path=pg_catalog${options.planOnce ? ' -c plan_cache_mode=force_generic_plan' : ''}`,
    connectionTimeoutMillis: 10_000,
    types,
  });
  // A connection that breaks while idle is replaced by the pool; the statement that needs it reports the fault.
  pool.on('error', () => undefined);
  // The same while a transaction holds it, between two statements: the next one fails, and the process lives on.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({
      pool: {
        options: pool.options,
        end: () => pool.end(),
        async connect() {
          const client = await pool.connect();
          let naming = wrapped.get(client);
          if (naming === undefined) {
            naming = namingClient(client, options.onStatement);
            wrapped.set(client, naming);
          }
          return naming;
        },
      },
    }),
  });
  return { db, pool, close: () => db.destroy() };
}

/**
 * A handle on one connection that somebody else holds, and whose transaction everything it does becomes a part of. It is not
 * to be destroyed; a transaction of its own is not possible in it.
 */
export function databaseOfClient<Schema>(client: pg.PoolClient): Database<Schema> {
  const { query } = namingClient(client, undefined);
  const connection: PostgresPoolClient = { query, release: () => undefined };
  return new Kysely<Schema>({
    dialect: new PostgresDialect({
      pool: {
        options: {},
        connect: () => Promise.resolve(connection),
        end: () => Promise.resolve(),
      },
    }),
  });
}
