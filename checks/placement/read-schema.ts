import pg from 'pg';

/** A unique key or primary key: its columns in order; an expression is null. */
export interface UniqueKey {
  readonly name: string;
  readonly table: string;
  readonly isPrimary: boolean;
  readonly columns: readonly (string | null)[];
  /** Whether it belongs to a constraint, with which it is dropped. */
  readonly isConstraint: boolean;
}

export interface ForeignKey {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly string[];
  readonly target: string;
  readonly targetColumns: readonly string[];
}

interface Trigger {
  readonly name: string;
  readonly table: string;
  /** Tables that its function writes, or one that it calls. */
  readonly writes: readonly string[];
}

/** What a check of the placement looks at; names are `schema.name`. */
export interface SchemaFacts {
  /** Each table with the type of its account number; null: it has none. */
  readonly tables: ReadonlyMap<string, { readonly type: string; readonly isNullable: boolean } | null>;
  readonly uniqueKeys: readonly UniqueKey[];
  readonly foreignKeys: readonly ForeignKey[];
  readonly triggers: readonly Trigger[];
}

const tables = `select oid, oid::regclass::text as name from pg_class
  where relnamespace in ('billing'::regnamespace, 'portal'::regnamespace) and relkind in ('r', 'p') and not relispartition
    and relname not like 'kysely%'`;

const columnNames = (relation: string, numbers: string) =>
  `array(select attname::text from unnest(${numbers}) with ordinality as key (number, place)
    left join pg_attribute on attrelid = ${relation} and attnum = number order by place)`;

/** Tables that a function writes, by its text; functions of the product that it calls are followed. */
function findWrites(name: string, bodies: ReadonlyMap<string, string>, seen = new Set<string>()): string[] {
  const body = bodies.get(name);
  if (body === undefined || seen.has(name)) return [];
  seen.add(name);
  const written = Array.from(
    body.matchAll(/\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+((?:billing|portal)\.\w+)/gi),
    ([, table = '']) => table,
  );
  const called = Array.from(body.matchAll(/\b((?:billing|portal)\.\w+)\(/g), ([, other = '']) => other);
  return [...written, ...called.flatMap((other) => findWrites(other, bodies, seen))];
}

/**
 * Reads tables, keys and triggers of a migrated database; partitions are part of their table. `changes`: statements before it, which are
 * rolled back.
 */
export async function readSchema(url: string, changes: readonly string[] = []): Promise<SchemaFacts> {
  const client = new pg.Client({ connectionString: url, application_name: 'svitlo-checks' });
  await client.connect();
  try {
    await client.query('begin');
    for (const statement of changes) await client.query(statement);
    const columns = await client.query<{ name: string; type: string | null; isNullable: boolean }>(
      `select name, format_type(atttypid, atttypmod) || ' ' || attcollation::regcollation as type, not attnotnull as "isNullable"
         from (${tables}) t left join pg_attribute on attrelid = oid and attname = 'account_number' and not attisdropped
        order by 1`,
    );
    const keys = await client.query<UniqueKey>(
      `select indexrelid::regclass::text as name, t.name as table, indisprimary as "isPrimary", ${columnNames('indrelid', 'indkey::int[]')} as columns,
              exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u')) as "isConstraint"
         from pg_index join (${tables}) t on oid = indrelid where indisunique order by 1`,
    );
    const foreign = await client.query<ForeignKey>(
      `select conname::text as name, t.name as table, ${columnNames('conrelid', 'conkey')} as columns,
              confrelid::regclass::text as target, ${columnNames('confrelid', 'confkey')} as "targetColumns"
         from pg_constraint join (${tables}) t on t.oid = conrelid where contype = 'f' and conparentid = 0 order by 2, 1`,
    );
    const functions = await client.query<{ name: string; body: string }>(
      `select oid::regproc::text as name, pg_get_functiondef(oid) as body from pg_proc
        where pronamespace in ('billing'::regnamespace, 'portal'::regnamespace) and prokind in ('f', 'p')`,
    );
    const bodies = new Map(functions.rows.map(({ name, body }) => [name, body]));
    const triggers = await client.query<{ name: string; table: string; function: string }>(
      `select tgname::text as name, t.name as table, tgfoid::regproc::text as function
         from pg_trigger join (${tables}) t on t.oid = tgrelid where not tgisinternal order by 2, 1`,
    );
    return {
      tables: new Map(
        columns.rows.map(({ name, type, isNullable }) => [name, type === null ? null : { type, isNullable }]),
      ),
      uniqueKeys: keys.rows,
      foreignKeys: foreign.rows,
      triggers: triggers.rows.map(({ name, table, function: called }) => ({
        name,
        table,
        writes: [...new Set(findWrites(called, bodies))].toSorted(),
      })),
    };
  } finally {
    await client.end();
  }
}
