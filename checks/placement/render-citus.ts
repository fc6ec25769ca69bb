import { keysOverAccounts, placements, triggersOverNodes } from './placements.ts';
import type { SchemaFacts } from './read-schema.ts';

/** Tables so that each comes after those that its foreign keys lead to; by name otherwise. */
function inOrderOfKeys(
  tables: readonly string[],
  foreignKeys: SchemaFacts['foreignKeys'],
): readonly string[] {
  const ordered = new Set<string>();
  const visit = (table: string): void => {
    if (ordered.has(table) || !tables.includes(table)) return;
    for (const key of foreignKeys)
      if (key.table === table && key.target !== table && !ordered.has(key.target)) visit(key.target);
    ordered.add(table);
  };
  for (const table of tables) visit(table);
  return [...ordered];
}

/** Splits text into lines of a comment, at most some 130 characters each. */
function comment(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = `${lines.at(-1)} ${word}`;
    if (line.length <= 128) lines[lines.length - 1] = line;
    else lines.push(` ${word}`);
  }
  return lines.map((line) => `--${line}`).join('\n');
}

/**
 * The commands that distribute a migrated, empty database with Citus: what Citus refuses is dropped first, then the tables are placed,
 * each after those that its foreign keys lead to.
 */
export function renderCitus(schema: SchemaFacts): string {
  const drops = Object.entries(keysOverAccounts).flatMap(([name, { insteadOf, across }]) => {
    const key = schema.uniqueKeys.find((unique) => unique.name === name);
    if (key === undefined || !placements.account.includes(key.table)) return [];
    const own = name.slice(name.indexOf('.') + 1);
    return [
      comment(`${insteadOf} remains. Unique over all accounts: ${across}.`),
      key.isConstraint ? `alter table ${key.table} drop constraint ${own};` : `drop index ${name};`,
    ];
  });
  const triggers = Object.entries(triggersOverNodes).flatMap(([name, instead]) => {
    const [table = '', own = ''] = name.split(' ');
    return [comment(`In its place, not built: ${instead}.`), `drop trigger ${own} on ${table};`];
  });
  const [first = '', ...others] = inOrderOfKeys(placements.account, schema.foreignKeys);
  const distribute = (table: string, option: string) =>
    `select create_distributed_table('${table}', 'account_number', ${option});`;
  return [
    comment(
      'Distributes a migrated, empty database of this version with Citus 14. Rendered from checks/placement/placements.ts; a test compares. Not run on Citus: read deploy/citus.md first.',
    ),
    comment(
      'psql -v ON_ERROR_STOP=1 -v shards=128 -f deploy/citus.sql <URL of the coordinator as superuser>',
    ),
    '',
    'create extension if not exists citus;',
    comment('The triggers that remain refuse changes, or write rows of the same account.'),
    'alter database :"DBNAME" set citus.enable_unsafe_triggers to on;',
    'set citus.enable_unsafe_triggers to on;',
    '',
    comment('Unique keys over all accounts.'),
    ...drops,
    '',
    comment('Triggers that write what is not on the node of the row.'),
    ...triggers,
    '',
    comment('Look-up tables, a copy on each node.'),
    ...inOrderOfKeys(placements.reference, schema.foreignKeys).map(
      (table) => `select create_reference_table('${table}');`,
    ),
    '',
    comment('Tables by account, the rows of an account on one node.'),
    distribute(first, "colocate_with := 'none', shard_count := :shards"),
    ...others.map((table) => distribute(table, `colocate_with := '${first}'`)),
    '',
    comment(
      'Tables of the coordinator, known to the other nodes. Only where clients connect to those: the nodes of the product connect to the coordinator, and run without. psql -v any_node=1',
    ),
    '\\if :{?any_node}',
    ...[...placements.local, ...placements.localByAccount]
      .toSorted()
      .map((table) => `select citus_add_local_table_to_metadata('${table}');`),
    '\\endif',
    '',
  ].join('\n');
}
