import type { LivePayload } from '#contract/live.ts';
import { assessPerformance, type Finding } from '#domain/performance/assess-performance.ts';
import { mergeBuckets, percentileOf } from '#domain/performance/latency-buckets.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { monotonicClock } from '#platform/clock.ts';
import { assessBackups } from '#platform/host/backup-state.ts';
import { describeVersion } from '#platform/host/version.ts';
import { readQueue } from '#platform/jobs/job-runner.ts';
import { listNewestEvents } from '#portal/http/live/live-event-store.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { createDatabaseReader } from './database-figures.ts';
import { countHit } from './history-store.ts';
import { listNodeStates, type NodeFigures } from './node-state-store.ts';
import type { NodePublisher } from './publish-node.ts';

type State = LivePayload<'performance'>;

/** Seconds of the rate of calls: short enough to move at once, long enough to be read. */
const rateSeconds = 10;
const shownPaths = 10;
const shownRunning = 10;
/** A finding of an older state may have ended meanwhile. */
const freshForMs = 15_000;

/** A number as it is shown and compared: an unchanged state is no event. */
const round = (value: number) => Math.round(value * 1000) / 1000;
const iso = (ms: number) => instantToIso(ms as Instant);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function percentiles(parts: readonly NodeFigures[]) {
  const merged = mergeBuckets(parts.map(({ buckets }) => new Map(buckets)));
  const of = (share: number) => {
    const ms = percentileOf(merged, share);
    return ms === null ? null : Math.round(ms * 100) / 100;
  };
  return { p50Ms: of(0.5), p95Ms: of(0.95), p99Ms: of(0.99) };
}

/** The figures of these nodes together. */
function combine(parts: readonly NodeFigures[]): State['together'] {
  const total = (of: (part: NodeFigures) => number) => sum(parts.map(of));
  const largest = (of: (part: NodeFigures) => number) => Math.max(0, ...parts.map(of));
  return {
    perSecond: round(total(({ calls }) => sum(calls.slice(-rateSeconds))) / rateSeconds),
    calls: total(({ calls }) => sum(calls)),
    failed: total(({ failed }) => sum(failed)),
    ...percentiles(parts),
    inFlight: total(({ inFlight }) => inFlight),
    lagMs: largest(({ lagMs }) => lagMs),
    loopUsed: largest(({ loopUsed }) => loopUsed),
    pool: {
      used: total(({ pool }) => pool.used),
      idle: total(({ pool }) => pool.idle),
      waiting: total(({ pool }) => pool.waiting),
    },
    jobsRunning: total(({ jobsRunning }) => jobsRunning),
    rssBytes: total(({ rssBytes }) => rssBytes),
  };
}

const addUp = (series: readonly (readonly number[])[]) =>
  Array.from({ length: 60 }, (_, second) => sum(series.map((values) => values[second] ?? 0)));

/** Paths of all nodes: what fails or is slow comes first. */
function worstPaths(parts: readonly NodeFigures[]): State['paths'] {
  const byPath = Map.groupBy(
    parts.flatMap(({ paths }) => paths),
    ({ path }) => path,
  );
  return [...byPath]
    .map(([path, own]) => ({
      path,
      calls: sum(own.map(({ calls }) => calls)),
      failed: sum(own.map(({ failed }) => failed)),
      slow: sum(own.map(({ slow }) => slow)),
    }))
    .sort(
      (a, b) => b.failed - a.failed || b.slow - a.slow || b.calls - a.calls || a.path.localeCompare(b.path),
    )
    .slice(0, shownPaths);
}

/** Empty: the node is of a version that does not write its own. */
const shownVersion = (version: string, commit: string) =>
  version === '' ? '' : describeVersion({ version, commit });

/** Of several nodes the one that knows of the newest copy, or else of the newest log; null: none knows of any. */
function newestBackup(parts: readonly NodeFigures[], now: Instant): State['backup'] {
  const known = parts.flatMap(({ backup }) => (backup ? [backup] : []));
  const [newest] = known.toSorted(
    (a, b) =>
      (b.lastBackupAt ?? 0) - (a.lastBackupAt ?? 0) || (b.walArchivedAt ?? 0) - (a.walArchivedAt ?? 0),
  );
  if (newest === undefined) return null;
  const isoOf = (instant: Instant | null) => (instant === null ? null : instantToIso(instant));
  return {
    ...assessBackups(newest, now),
    lastBackupAt: isoOf(newest.lastBackupAt),
    lastCheckAt: isoOf(newest.lastCheckAt),
    walArchivedAt: isoOf(newest.walArchivedAt),
  };
}

const keyOf = ({ code, node }: Pick<Finding, 'code' | 'node'>) => `${code} ${node ?? ''}`;

/**
 * Reads the state of the live topic `performance`: the sum of what the nodes have written, the queue and the database. A
 * node that has just died counts until it is silent.
 * @param publisher Of this node, whose row is written first; absent: it publishes nothing.
 */
export function createPerformanceReader(
  db: PortalDatabase,
  publisher: NodePublisher | undefined,
): () => Promise<State> {
  const readDatabase = createDatabaseReader(db);
  let last: { readonly state: State; readonly readAt: number } | undefined;

  /** The state before this one; another node may have read it. */
  async function stateBefore(now: number): Promise<State | undefined> {
    if (last !== undefined && monotonicClock.now() - last.readAt < freshForMs / 3) return last.state;
    const [event] = await listNewestEvents(db, ['performance']);
    const state = event?.payload as State | undefined;
    return state !== undefined && now - Date.parse(state.at) < freshForMs ? state : undefined;
  }

  return async () => {
    await publisher?.publish();
    const [states, queue, { now, ...database }] = await Promise.all([
      listNodeStates(db),
      readQueue(db),
      readDatabase(),
    ]);
    const nodes = states.flatMap(({ node, isSilent, version, commit, figures }) =>
      isSilent || figures === null ? [] : [{ name: node, version: shownVersion(version, commit), figures }],
    );
    const silent = states.flatMap(({ node, at, isSilent }) => (isSilent ? [{ name: node, at }] : []));
    const parts = nodes.map(({ figures }) => figures);
    const together = combine(parts);
    const late = queue.toSorted((a, b) => b.lateSeconds - a.lateSeconds)[0];
    const found = assessPerformance({
      ...together,
      nodes: nodes.map(({ name, figures }) => ({ name, ...figures })),
      silent,
      jobsLateSeconds: late?.lateSeconds ?? 0,
      database,
    });
    const before = found.length === 0 ? undefined : await stateBefore(now);
    const known = new Map(before?.findings.map((finding) => [keyOf(finding), finding]));
    const silentSince = new Map(silent.map(({ name, at }) => [name, at]));
    const state: State = {
      at: iso(now),
      findings: found.map(({ value, ...finding }) => {
        const earlier = known.get(keyOf(finding));
        const lastSign = finding.code === 'nodeSilent' ? silentSince.get(finding.node ?? '') : undefined;
        return {
          ...finding,
          value: value === null ? null : round(value),
          since: lastSign === undefined ? (earlier?.since ?? iso(now)) : iso(lastSign),
          isSinceKnown: lastSign !== undefined || (earlier?.isSinceKnown ?? before !== undefined),
        };
      }),
      hit: found.some(({ code }) => code === 'failing') ? await countHit(db, now as Instant) : null,
      together,
      nodes: nodes.map(({ name, version, figures }) => ({ name, version, ...combine([figures]) })),
      backup: newestBackup(parts, now as Instant),
      silent: silent.map(({ name, at }) => ({ name, lastAt: iso(at) })),
      seconds: {
        calls: addUp(parts.map(({ calls }) => calls)),
        failed: addUp(parts.map(({ failed }) => failed)),
      },
      paths: worstPaths(parts),
      running: nodes
        .flatMap(({ name, figures }) => figures.running.map((call) => ({ node: name, ...call })))
        .sort((a, b) => b.ms - a.ms)
        .slice(0, shownRunning),
      jobs: {
        waiting: sum(queue.map(({ waiting }) => waiting)),
        running: sum(queue.map(({ running }) => running)),
        lateSeconds: round(late?.lateSeconds ?? 0),
        lateJob: late !== undefined && late.lateSeconds > 0 ? late.job : null,
      },
      database,
    };
    last = { state, readAt: monotonicClock.now() };
    return state;
  };
}
