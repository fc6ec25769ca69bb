import pg from 'pg';
import { schemas } from './releases.ts';

/** Columns of tables, by `schema.table`. */
export type TableColumns = Readonly<Record<string, readonly string[]>>;

async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: 'svitlo-checks' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Columns of all tables, those of the migration history left out; partitions are part of their table. */
export function readColumns(url: string): Promise<TableColumns> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string; columns: string[] }>(
      `select relation.oid::regclass::text as name,
              array_agg(quote_ident(attname) order by attnum) as columns
         from pg_class relation join pg_attribute on attrelid = relation.oid
        where relnamespace = any ($1::regnamespace[]) and relkind in ('r', 'p') and not relispartition
          and attnum > 0 and not attisdropped and relname not like 'kysely%'
        group by relation.oid order by 1`,
      [schemas],
    );
    return Object.fromEntries(rows.map(({ name, columns }) => [name, columns]));
  });
}

/** The number of rows of each table, and a digest of these columns of all of them. */
export function digestRows(url: string, tables: TableColumns): Promise<Readonly<Record<string, string>>> {
  return withClient(url, async (client) => {
    const digests: Record<string, string> = {};
    for (const [name, columns] of Object.entries(tables)) {
      const { rows } = await client.query<{ digest: string }>(
        `select count(*) || ' rows ' || coalesce(sum(hashtextextended(row(${columns.join(', ')})::text, 0)::numeric), 0) as digest
           from ${name}`,
      );
      digests[name] = rows[0]?.digest ?? '';
    }
    return digests;
  });
}

/** A digest of each column of tables by itself, whatever the order of their rows. */
export function digestColumns(
  url: string,
  tables: TableColumns,
): Promise<Readonly<Record<string, readonly string[]>>> {
  return withClient(url, async (client) => {
    const digests: Record<string, readonly string[]> = {};
    for (const [name, columns] of Object.entries(tables)) {
      const sums = columns.map(
        (column) => `coalesce(sum(hashtextextended(row(${column})::text, 0)::numeric), 0)::text`,
      );
      const { rows } = await client.query<{ digests: string[] }>(
        `select array[${sums.join(', ')}] as digests from ${name}`,
      );
      digests[name] = rows[0]?.digests ?? [];
    }
    return digests;
  });
}

/** The definitions of a schema of the product, whatever their order: columns, constraints, indexes, triggers, functions, views. */
export function describeSchema(url: string): Promise<readonly string[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ line: string }>(
      `with relation as (
         select oid, oid::regclass::text as name, relkind from pg_class
          where relnamespace = any ($1::regnamespace[]) and relname not like 'kysely%'
       )
       select 'column ' || name || ' ' || attname || ' ' || format_type(atttypid, atttypmod)
              || case when attnotnull then ' not null' else '' end
              || coalesce(' default ' || pg_get_expr(adbin, adrelid), '') || attidentity::text || attgenerated::text as line
         from relation join pg_attribute on attrelid = relation.oid
         left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where attnum > 0 and not attisdropped and relkind in ('r', 'p', 'v', 'm')
       union all
       select 'constraint ' || name || ' ' || conname || ' ' || pg_get_constraintdef(pg_constraint.oid)
         from relation join pg_constraint on conrelid = relation.oid
       union all
       select 'index ' || pg_get_indexdef(indexrelid) || case when indisvalid then '' else ' invalid' end
         from relation join pg_index on indrelid = relation.oid
       union all
       select 'trigger ' || pg_get_triggerdef(pg_trigger.oid)
         from relation join pg_trigger on tgrelid = relation.oid where not tgisinternal
       union all
       select 'view ' || name || ' ' || pg_get_viewdef(oid) from relation where relkind in ('v', 'm')
       union all
       select 'function ' || pg_get_functiondef(oid) from pg_proc
        where pronamespace = any ($1::regnamespace[]) and prokind in ('f', 'p')
       order by 1`,
      [schemas],
    );
    return rows.map(({ line }) => line);
  });
}
