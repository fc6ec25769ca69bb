import type { Logger } from '../logger.ts';
import type { Database } from './database.ts';
import { int4, typedSql } from './typed-sql.ts';

/** Connections of each main pool, of the calls of the portal and of the function modules, unless DATABASE_CONNECTIONS says otherwise. */
export const usualMainConnections = 12;

/**
 * Most connections of the other pools of a node, by their name in pg_stat_activity: the only place that sets them. A pool
 * closes connections that nothing has used for ten seconds.
 */
const sizes = {
  /** Work of the jobs of the portal on its tables, and on those of the billing back end when it runs in the same process. */
  'svitlo-portal-jobs': 6,
  'svitlo-billing-jobs': 6,
  /** Records of calls: their statement is planned once, not on each connection of a pool. */
  'svitlo-records': 1,
  /** Fetching, completing, failing and scheduling jobs, LISTEN, and the heartbeat. */
  'svitlo-jobs': 6,
  /** LISTEN of the live channel. */
  'svitlo-listen': 1,
  /** Reports and searches, where there is a standby for them. */
  'svitlo-reads': 8,
  'svitlo-statements': 4,
  /** The lock, the chunk that is read, what was found. */
  'svitlo-tariff-trials': 4,
  'svitlo-runs': 1,
  /** A process that closes a period: the lock of runs, the lock of closings, the chunk that is written, three that read the next two. */
  'svitlo-close-period': 6,
  /** The transaction that writes, and three that read. */
  'svitlo-closing-bills': 4,
  /** The lock, the transaction, progress, the parts. */
  'svitlo-imports': 6,
} as const;

export type PoolName = keyof typeof sizes;

/** Name and size of a pool. */
export function poolOf<Name extends PoolName>(name: Name) {
  return { name, poolSize: sizes[name] };
}

const jobPools = [
  'svitlo-statements',
  'svitlo-tariff-trials',
  'svitlo-runs',
  'svitlo-close-period',
  'svitlo-closing-bills',
  'svitlo-imports',
] as const satisfies readonly PoolName[];
const portalPools = ['svitlo-portal-jobs', 'svitlo-records', 'svitlo-jobs', 'svitlo-listen'] as const;

/** What a node runs: the portal with the built-in billing back end, the portal alone, the billing back end alone. */
export type NodeKind = 'portalWithBilling' | 'portal' | 'billing';

const poolsOf: Readonly<Record<NodeKind, readonly PoolName[]>> = {
  portalWithBilling: [...portalPools, 'svitlo-billing-jobs', ...jobPools],
  portal: portalPools,
  billing: ['svitlo-jobs', ...jobPools],
};
const mainPoolsOf: Readonly<Record<NodeKind, readonly string[]>> = {
  portalWithBilling: ['svitlo-portal', 'svitlo-billing'],
  portal: ['svitlo-portal'],
  billing: ['svitlo-billing'],
};

/**
 * Most connections that a node opens, by pool and in all; those of commands (`commandConnections`) come on top. `hasReadUrl`: whether
 * there is a pool of reads, which is the primary's while no standby answers.
 */
export function connectionsOfNode(
  kind: NodeKind,
  mainConnections: number,
  hasReadUrl = false,
): { readonly pools: Readonly<Record<string, number>>; readonly total: number } {
  const main = mainPoolsOf[kind].map((name) => [name, mainConnections] as const);
  const names = [...poolsOf[kind], ...(hasReadUrl ? (['svitlo-reads'] as const) : [])];
  const others = names.map((name) => [name, sizes[name]] as const);
  const pools = Object.fromEntries([...main, ...others]);
  return { pools, total: Object.values(pools).reduce((sum, size) => sum + size, 0) };
}

/** For commands beside the nodes: a closing or an import with six, the doctor with five, one that looks. */
export const commandConnections = 12;

/** Connections that PostgreSQL has for roles that are no superusers. */
interface ConnectionRoom {
  /** `max_connections`. */
  readonly max: number;
  /** `superuser_reserved_connections` and, from PostgreSQL 16 on, `reserved_connections`. */
  readonly reserved: number;
}

/** Reads how many connections the server of the database takes. */
async function readConnectionRoom<Schema>(db: Database<Schema>): Promise<ConnectionRoom> {
  const { rows } = await typedSql({ max: int4(), reserved: int4() })`
    select current_setting('max_connections')::int as max,
      current_setting('superuser_reserved_connections')::int
        + coalesce(current_setting('reserved_connections', true), '0')::int as reserved`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the database does not answer its settings');
  return row;
}

/** The sentence for a server that takes fewer connections than one node opens; undefined: it takes enough. */
export function describeLackOfConnections(
  { max, reserved }: ConnectionRoom,
  needed: number,
): string | undefined {
  if (max - reserved >= needed) return undefined;
  return `PostgreSQL takes ${max - reserved} connections (max_connections ${max}, of which ${reserved} are reserved), but this node alone opens up to ${needed}: set max_connections to at least ${needed + commandConnections + reserved}, or lower DATABASE_CONNECTIONS`;
}

/** Logs how many connections this node opens, and warns when its database takes fewer. */
export async function reportConnections<Schema>(
  db: Database<Schema>,
  kind: NodeKind,
  {
    mainConnections,
    hasReadUrl,
    log,
  }: { readonly mainConnections: number; readonly hasReadUrl: boolean; readonly log: Logger },
): Promise<void> {
  const { pools, total } = connectionsOfNode(kind, mainConnections, hasReadUrl);
  log.info({ pools, total }, 'most connections of this node to its database');
  const lack = describeLackOfConnections(await readConnectionRoom(db), total);
  if (lack !== undefined) log.warn(lack);
}
