import { sql } from 'kysely';
import { bool, json, nullable, text, timestamptz, typedSql } from '#platform/database/typed-sql.ts';
import type { BackupState } from '#platform/host/backup-state.ts';
import { productVersion } from '#platform/host/version.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { PathFigures } from './call-meter.ts';

/** What a node says of itself; counts are those of the last minute. */
export interface NodeFigures {
  readonly calls: readonly number[];
  readonly failed: readonly number[];
  readonly buckets: readonly (readonly [bucket: number, calls: number])[];
  readonly paths: readonly PathFigures[];
  readonly running: readonly { readonly path: string; readonly ms: number }[];
  readonly inFlight: number;
  readonly lagMs: number;
  readonly loopUsed: number;
  readonly pool: { readonly used: number; readonly idle: number; readonly waiting: number };
  /** The lowest of the last readings. */
  readonly steadyWaiting: number;
  readonly steadyLagMs: number;
  readonly jobsRunning: number;
  readonly rssBytes: number;
  /** What this node knows of backups; null: nothing. Absent: a node of a version that does not write it. */
  readonly backup?: Omit<BackupState, 'target'> | null;
}

/** A dashboard is read every 1.5 s while somebody looks at one, at whichever node. */
const watchedFor = sql`interval '10 seconds'`;
/** A node that has written nothing for longer is silent. */
const silentAfter = sql`interval '10 seconds'`;
/** A silent node is named for so long. */
const namedFor = sql`interval '15 minutes'`;

/** Whether somebody looks at a dashboard, at any node. */
export async function isWatched(db: PortalDatabase): Promise<boolean> {
  const { rows } = await typedSql({ isWatched: bool() })`
    select exists (select from portal.live_topic where topic = 'performance'
      and refreshed_at > clock_timestamp() - ${watchedFor}) as "isWatched"`.execute(db);
  return rows[0]?.isWatched ?? false;
}

/** Says that the node is there and which version it runs; with figures what it does. */
export async function writeNodeState(
  db: PortalDatabase,
  node: string,
  figures: NodeFigures | undefined,
): Promise<void> {
  const { version, commit } = productVersion();
  await sql`
    insert into portal.node_state (node, at, version, commit, figures)
    values (${node}, clock_timestamp(), ${version}, ${commit}, ${figures === undefined ? null : JSON.stringify(figures)}::jsonb)
    on conflict (node) do update set at = excluded.at, version = excluded.version, commit = excluded.commit,
      figures = coalesce(excluded.figures, node_state.figures)`.execute(db);
}

/** A node that ends in order is not silent. */
export async function deleteNodeState(db: PortalDatabase, node: string): Promise<void> {
  await db.deleteFrom('portal.node_state').where('node', '=', node).execute();
}

/** Nodes by name, with the time of the database; those that have been silent for long are deleted. */
export async function listNodeStates(db: PortalDatabase): Promise<
  readonly {
    readonly node: string;
    readonly at: number;
    readonly isSilent: boolean;
    readonly version: string;
    readonly commit: string;
    readonly figures: NodeFigures | null;
  }[]
> {
  await sql`delete from portal.node_state where at < clock_timestamp() - ${namedFor}`.execute(db);
  const { rows } = await typedSql({
    node: text(),
    at: timestamptz(),
    isSilent: bool(),
    version: text(),
    commit: text(),
    figures: nullable(json<NodeFigures>()),
  })`
    select node, at, at < clock_timestamp() - ${silentAfter} as "isSilent", version, commit, figures from portal.node_state order by node`.execute(
    db,
  );
  return rows;
}
