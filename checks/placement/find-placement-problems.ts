import {
  foreignKeysOverAccounts,
  keysOverAccounts,
  localRowsOfAccounts,
  type Placement,
  placements,
  triggersOverNodes,
} from './placements.ts';
import type { ForeignKey, SchemaFacts, UniqueKey } from './read-schema.ts';

/** The column by which rows are distributed. */
const account = 'account_number';

const placementOf = new Map(
  Object.entries(placements).flatMap(([placement, tables]) =>
    tables.map((table) => [table, placement as Placement] as const),
  ),
);

/** Whether the keys of a table have to begin with the account. */
const isByAccount = (table: string) =>
  placementOf.get(table) === 'account' || placementOf.get(table) === 'localByAccount';

function findTableProblems({ tables }: SchemaFacts): string[] {
  const placed = Object.values(placements).flat();
  const problems = placed
    .filter((table, index) => placed.indexOf(table) !== index)
    .map((table) => `${table} is placed twice`);
  for (const table of placed) if (!tables.has(table)) problems.push(`${table}: there is no such table`);
  const types = new Set<string>();
  for (const [table, column] of tables) {
    if (!placementOf.has(table))
      problems.push(`${table} has no place: add it to checks/placement/placements.ts`);
    const reason = localRowsOfAccounts[table];
    if (isByAccount(table)) {
      if (column === null || column.isNullable) problems.push(`${table}: ${account} must be there, not null`);
      else types.add(column.type);
    } else if (column !== null && !column.isNullable && placementOf.has(table) && reason === undefined)
      problems.push(`${table} has ${account}: place it by account, or say why not in localRowsOfAccounts`);
  }
  for (const table of Object.keys(localRowsOfAccounts))
    if (placementOf.get(table) !== 'local' || !tables.get(table))
      problems.push(`${table} of localRowsOfAccounts is no local table of accounts`);
  // Tables are co-located when their columns have one type and one collation.
  if (types.size > 1) problems.push(`${account} has several types: ${[...types].toSorted().join(', ')}`);
  return problems;
}

/** Whether a unique key can be held within one node. A key that contains the account elsewhere than at its beginning can. */
const holdsPerAccount = ({ columns }: UniqueKey) => columns.includes(account);

function findKeyProblems({ uniqueKeys, tables }: SchemaFacts): string[] {
  const problems: string[] = [];
  const byName = new Map(uniqueKeys.map((key) => [key.name, key]));
  for (const key of uniqueKeys.filter(({ table }) => isByAccount(table))) {
    const exception = keysOverAccounts[key.name];
    if (key.isPrimary && key.columns[0] !== account)
      problems.push(`${key.name}: the primary key of ${key.table} must begin with ${account}`);
    else if (!holdsPerAccount(key) && exception === undefined)
      problems.push(`${key.name}: a unique key of ${key.table} must contain ${account}`);
    else if (holdsPerAccount(key) && exception !== undefined)
      problems.push(`${key.name} contains ${account}: remove it from keysOverAccounts`);
  }
  for (const [name, { insteadOf }] of Object.entries(keysOverAccounts)) {
    const [key, other] = [byName.get(name), byName.get(insteadOf)];
    if (key === undefined) problems.push(`${name} of keysOverAccounts: there is no such key`);
    else if (other?.table !== key.table || other.columns[0] !== account)
      problems.push(`${name}: ${insteadOf} must be a unique key of ${key.table} that begins with ${account}`);
  }
  const withPrimary = new Set(uniqueKeys.filter(({ isPrimary }) => isPrimary).map(({ table }) => table));
  for (const table of tables.keys())
    if (isByAccount(table) && !withPrimary.has(table)) problems.push(`${table} has no primary key`);
  return problems;
}

/** Whether both sides carry the account at the same place. */
const carriesAccount = ({ columns, targetColumns }: ForeignKey) =>
  columns.some((column, place) => column === account && targetColumns[place] === account);

function problemOfForeignKey(key: ForeignKey): string | undefined {
  const [from, to] = [placementOf.get(key.table), placementOf.get(key.target)];
  if (isByAccount(key.target)) {
    if (from !== to) return `a ${from} table can not refer to ${key.target}, which is placed by account`;
    if (!carriesAccount(key)) return `both sides must have ${account} at the same place`;
  } else if (from === 'account' || from === 'reference') {
    if (to !== 'reference')
      return `a ${from} table can refer to reference tables only, ${key.target} is ${to}`;
  }
  return undefined;
}

function findForeignKeyProblems({ foreignKeys }: SchemaFacts): string[] {
  const problems: string[] = [];
  const found = new Set<string>();
  for (const key of foreignKeys) {
    const name = `${key.table} ${key.name}`;
    const problem = problemOfForeignKey(key);
    if (problem === undefined) continue;
    found.add(name);
    if (foreignKeysOverAccounts[name] === undefined) problems.push(`${name}: ${problem}`);
  }
  for (const name of Object.keys(foreignKeysOverAccounts))
    if (!found.has(name)) problems.push(`${name} of foreignKeysOverAccounts: there is no such problem`);
  return problems;
}

function findTriggerProblems({ triggers }: SchemaFacts): string[] {
  const problems: string[] = [];
  const found = new Set<string>();
  const isCopied = (table: string) => ['account', 'reference'].includes(placementOf.get(table) ?? '');
  for (const { name, table, writes } of triggers.filter((trigger) => isCopied(trigger.table))) {
    const isLookUp = placementOf.get(table) === 'reference';
    const elsewhere = writes.filter((written) => isLookUp || placementOf.get(written) !== 'account');
    if (elsewhere.length === 0) continue;
    found.add(`${table} ${name}`);
    if (triggersOverNodes[`${table} ${name}`] === undefined)
      problems.push(
        `${table} ${name} writes ${elsewhere.join(', ')}, which is not on the node of the account`,
      );
  }
  for (const name of Object.keys(triggersOverNodes))
    if (!found.has(name)) problems.push(`${name} of triggersOverNodes: there is no such problem`);
  return problems;
}

/** What keeps the tables of a migrated database from being placed as `placements.ts` says, in words; new exceptions are refused. */
export function findPlacementProblems(schema: SchemaFacts): readonly string[] {
  return [
    ...findTableProblems(schema),
    ...findKeyProblems(schema),
    ...findForeignKeyProblems(schema),
    ...findTriggerProblems(schema),
  ];
}
