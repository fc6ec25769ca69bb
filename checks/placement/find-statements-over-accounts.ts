import type pg from 'pg';
import { placements } from './placements.ts';

interface PlanNode {
  readonly 'Node Type': string;
  readonly Schema?: string;
  readonly 'Relation Name'?: string;
  readonly Alias?: string;
  readonly 'Subplan Name'?: string;
  readonly Output?: readonly string[];
  readonly Plans?: readonly PlanNode[];
  readonly [field: string]: unknown;
}

/** Fields of a node of a plan that have conditions. */
const conditionFields = [
  'Index Cond',
  'Recheck Cond',
  'Filter',
  'Join Filter',
  'Hash Cond',
  'Merge Cond',
  'One-Time Filter',
];

const nodesOf = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** All conditions of a plan. A subquery that is compared by a hash of its rows (`(hashed SubPlan 5).col1`) is named by its columns. */
function conditionsOf(nodes: readonly PlanNode[]): string {
  const outputs = new Map(nodes.map((node) => [node['Subplan Name'], node.Output ?? []]));
  const conditions = nodes.flatMap((node) => conditionFields.map((field) => String(node[field] ?? '')));
  const compared = nodes.flatMap(({ Output = [] }) =>
    Output.filter((text) => text.includes('(hashed SubPlan ')),
  );
  return [...conditions, ...compared]
    .join('\n')
    .replace(
      /\(hashed (SubPlan \d+)\)\.col(\d+)/g,
      (whole, name: string, place: string) => outputs.get(name)?.[Number(place) - 1] ?? whole,
    );
}

/** Tables by account that a plan reads without an equality of their account number, as `table alias`. */
function findUnboundScans(plan: PlanNode, parents: ReadonlyMap<string, string>): readonly string[] {
  const nodes = nodesOf(plan);
  const conditions = conditionsOf(nodes);
  return nodes.flatMap((node) => {
    const relation = `${node.Schema}.${node['Relation Name']}`;
    const table = parents.get(relation) ?? relation;
    if (!/Scan$/.test(node['Node Type']) || !placements.account.includes(table)) return [];
    const column = `${node.Alias}\\.account_number`;
    const isBound = new RegExp(`(?<![\\w.])${column} = |= ${column}(?!\\w)`).test(conditions);
    return isBound ? [] : [`${table} ${node.Alias}`];
  });
}

/** Statements of the hot path that do not name accounts, by a part of their text, with what each needs on several nodes. */
export const statementsOverAccounts: Readonly<Record<string, string>> = {
  'from billing.account own where own.customer_id =':
    'the accounts of a customer when one is added to a cabinet: each node is asked, or a table of them is distributed by the customer',
  "where c.customer_type = 'person' limit":
    'the usual tariff of households, from a sample and cached, which one node may answer',
  'from billing.payment where order_id =':
    'an order by its number: the number of the portal begins with the account of its first part; parts of other accounts are found by the order',
  'with changed as (select distinct account_number from billing.account_tariff)':
    'the tariffs in use, once for each closing: each node has those of its accounts',
};

/**
 * Statements that read a distributed table without naming accounts: `account_number` equals a parameter, one of a list, or the account number
 * of another relation. Those are answered by the nodes of the accounts; others ask every node. Each with its text and the tables.
 * `statements`: their texts with parameters; what has no plan (`begin`, `copy`) is left out.
 */
export async function findStatementsOverAccounts(
  client: pg.Client,
  statements: Iterable<string>,
): Promise<readonly { readonly text: string; readonly tables: readonly string[] }[]> {
  const { rows } = await client.query<{ name: string; parent: string }>(
    'select inhrelid::regclass::text as name, inhparent::regclass::text as parent from pg_inherits',
  );
  const parents = new Map(rows.map(({ name, parent }) => [name, parent]));
  const found = [];
  for (const text of new Set(statements)) {
    if (!/\bbilling\b/.test(text) || !/^\s*(?:select|with|insert|update|delete|merge)\b/i.test(text))
      continue;
    const explained = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
      `explain (generic_plan, verbose, format json) ${text}`,
    );
    const [plan] = explained.rows[0]?.['QUERY PLAN'] ?? [];
    const tables = plan === undefined ? [] : findUnboundScans(plan.Plan, parents);
    if (tables.length > 0) found.push({ text: text.replace(/\s+/g, ' ').trim(), tables });
  }
  return found;
}
