import pg from 'pg';
import {
  type ConnectedDatabase,
  type DatabaseOptions,
  databaseOfPool,
  openPool,
} from '../database/database.ts';
import { copyDatabase, type TestDatabase } from './copy-database.ts';

/** So many files use one database, one after the other: deleted rows and prepared statements stay in it. */
const filesOfOne = 40;
/** A larger one is dropped: to read over what was deleted costs more than a copy. */
const largestBytes = 64_000_000;

/**
 * A database with connections that have read the catalogue and planned the statements already: 24 small files took a quarter less
 * of the processor.
 */
interface KeptDatabase {
  readonly copy: TestDatabase;
  readonly admin: pg.Client;
  readonly pool: pg.Pool;
  /** Process ids of the connections of the pool. */
  readonly processIds: Set<number>;
  readonly schemaMark: string;
  files: number;
}

/** The databases of this worker that no file uses. */
const free: KeptDatabase[] = [];

const schemas = `select oid from pg_namespace where nspname !~ '^(pg_|information_schema$)'`;

/** Changes with every change of a schema, table, constraint, trigger or function; not with rows. */
const readMark = `
  with changes as (
    select xmin as changed from pg_class where relnamespace in (${schemas})
    union all select xmin from pg_proc where pronamespace in (${schemas})
    union all select xmin from pg_constraint where connamespace in (${schemas})
    union all select xmin from pg_trigger
     where tgrelid in (select oid from pg_class where relnamespace in (${schemas}))
    union all select xmin from pg_namespace where oid in (${schemas})
  )
  select concat(count(*), ' ', max(changed::text::bigint)) as mark from changes`;

const filledTables = `
  select c.oid, format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where c.relkind = 'r' and n.oid in (${schemas}) and pg_relation_size(c.oid) > 0`;

/** Keeps the rows of the template and the places of its sequences in temporary tables of this connection. */
const keepTemplate = `
  create temporary table kept_table (name text, columns text, copy text);
  create temporary table kept_sequence as
    select seqrelid::regclass as sequence, coalesce(pg_sequence_last_value(seqrelid), seqstart) as last_value,
           pg_sequence_last_value(seqrelid) is not null as is_called
      from pg_sequence;
  do $$
    declare found record; has_rows boolean; copy text;
    begin
      for found in ${filledTables} loop
        execute format('select exists (select from %s)', found.name) into has_rows;
        continue when not has_rows;
        copy := 'kept_' || found.oid;
        execute format('create temporary table %I as table %s', copy, found.name);
        insert into kept_table
        select found.name, string_agg(quote_ident(attname), ', '), copy
          from pg_attribute where attrelid = found.oid and attnum > 0 and not attisdropped and attgenerated = '';
      end loop;
    end $$;
  create function pg_temp.restore_template() returns bigint language plpgsql as $$
    declare found record; bytes bigint := 0;
    begin
      -- No trigger forbids a deletion, no reference is looked for.
      set local session_replication_role = replica;
      for found in ${filledTables} loop
        execute 'delete from only ' || found.name;
        bytes := bytes + pg_total_relation_size(found.oid);
      end loop;
      for found in select * from kept_table loop
        execute format('insert into %1$s (%2$s) overriding system value select %2$s from %3$I',
                       found.name, found.columns, found.copy);
      end loop;
      perform setval(sequence, last_value, is_called) from kept_sequence
        where coalesce(pg_sequence_last_value(sequence), last_value) <> last_value
           or is_called <> (pg_sequence_last_value(sequence) is not null);
      return bytes;
    end $$`;

async function markOf(admin: pg.Client): Promise<string | undefined> {
  return (await admin.query<{ mark: string }>(readMark)).rows[0]?.mark;
}

async function open(templateUrl: string, adminUrl: string): Promise<KeptDatabase> {
  const copy = await copyDatabase(templateUrl, adminUrl);
  const admin = new pg.Client({ connectionString: copy.adminUrl });
  await admin.connect();
  await admin.query(keepTemplate);
  const processIds = new Set<number>();
  // Planned once, as the server does.
  const pool = openPool({ url: copy.url, poolSize: 8, planOnce: true });
  pool.on('connect', (client) => {
    const { processID } = client as pg.PoolClient & { readonly processID: number };
    processIds.add(processID);
  });
  return { copy, admin, pool, processIds, schemaMark: (await markOf(admin)) ?? '', files: 0 };
}

async function drop({ copy, admin, pool }: KeptDatabase): Promise<void> {
  await admin.end();
  await pool.end();
  await copy.close();
}

/** Makes it what the template is; false when that cannot be known, or it has grown too large or too old. */
async function restore({ admin, pool, processIds, schemaMark, files }: KeptDatabase): Promise<boolean> {
  const isAtRest = pool.idleCount === pool.totalCount && pool.waitingCount === 0;
  if (files >= filesOfOne || !isAtRest || (await markOf(admin)) !== schemaMark) return false;
  // A connection that a test left open may hold a lock, or write later.
  await admin.query(
    `select pg_terminate_backend(pid, 1000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and pid <> all ($1::int[])`,
    [[...processIds]],
  );
  const { rows } = await admin.query<{ bytes: string }>('select pg_temp.restore_template() as bytes');
  return Number(rows[0]?.bytes) < largestBytes;
}

export interface OpenDatabase extends TestDatabase {
  /** A handle of its own each time: what is cached of a database is cached by its handle. */
  connect(onStatement?: DatabaseOptions['onStatement']): ConnectedDatabase<unknown>;
}

/** A database with its connections for one test file; closed, it is emptied for the next file of the worker. */
export async function takeDatabase(templateUrl: string, adminUrl: string): Promise<OpenDatabase> {
  const kept = free.pop() ?? (await open(templateUrl, adminUrl));
  kept.files += 1;
  return {
    url: kept.copy.url,
    adminUrl: kept.copy.adminUrl,
    connect: (onStatement) => ({
      db: databaseOfPool(kept.pool, { onStatement }),
      pool: kept.pool,
      close: async () => undefined,
    }),
    async close() {
      if (await restore(kept)) free.push(kept);
      else await drop(kept);
    },
  };
}
