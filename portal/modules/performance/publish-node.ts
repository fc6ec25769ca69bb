import type pg from 'pg';
import { watchEventLoop } from '#platform/event-loop.ts';
import type { BackupState } from '#platform/host/backup-state.ts';
import type { Logger } from '#platform/logger.ts';
import { singleFlight } from '#platform/single-flight.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { CallMeter } from './call-meter.ts';
import { deleteNodeState, isWatched, type NodeFigures, writeNodeState } from './node-state-store.ts';

/** What a server knows of itself. */
export interface NodeParts {
  /** NODE_NAME. */
  readonly name: string;
  readonly pools: readonly Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>[];
  /** Jobs that this process runs now. */
  readonly countRunningJobs: () => number;
  /** Absent: it knows nothing of backups. */
  readonly readBackups?: () => Promise<BackupState | undefined>;
}

export interface NodePublisherOptions {
  readonly db: PortalDatabase;
  readonly node: NodeParts;
  readonly meter: CallMeter;
  readonly log: Logger;
  /** Pause between two looks whether somebody watches; default 2 s. */
  readonly everyMs?: number;
}

export interface NodePublisher {
  /** Writes what this node does now. */
  publish(): Promise<void>;
  /** Says that the node has ended in order. */
  stop(): Promise<void>;
}

const usualMs = 2000;
/** While nobody looks a node says only that it is there, after so many looks. */
const looksPerSign = 3;
/** What is above a limit in each of so many readings is no moment. */
const steadyReadings = 5;

/**
 * Writes the figures of this node to portal.node_state while somebody looks at a dashboard at any node, and else that it
 * is there. The database tells who looks: the live topic is refreshed by one node for all.
 */
export function startNodePublisher(options: NodePublisherOptions): NodePublisher {
  const { db, node, meter, log, everyMs = usualMs } = options;
  const loop = watchEventLoop();
  const waits: number[] = [];
  const lags: number[] = [];
  let looks = 0;
  let isFailing = false;
  let isStopped = false;

  const sum = (of: (pool: NodeParts['pools'][number]) => number) =>
    node.pools.reduce((total, pool) => total + of(pool), 0);

  /** The lowest of the last readings, with this one; 0 until there are enough. */
  function steady(readings: number[], value: number): number {
    readings.push(value);
    if (readings.length > steadyReadings) readings.shift();
    return readings.length < steadyReadings ? 0 : Math.min(...readings);
  }

  /** Where backups are written to stays on the node. */
  async function readBackups(): Promise<Omit<BackupState, 'target'> | null> {
    const state = await node.readBackups?.();
    if (state === undefined) return null;
    const { target: _, ...times } = state;
    return times;
  }

  async function read(): Promise<NodeFigures> {
    const { buckets, ...calls } = meter.read();
    const { delaysMs, utilization } = loop.read();
    const waiting = sum(({ waitingCount }) => waitingCount);
    const idle = sum(({ idleCount }) => idleCount);
    return {
      ...calls,
      buckets: [...buckets],
      lagMs: round(delaysMs.p99),
      loopUsed: round(utilization),
      pool: { used: sum(({ totalCount }) => totalCount) - idle, idle, waiting },
      steadyWaiting: steady(waits, waiting),
      steadyLagMs: steady(lags, round(delaysMs.p99)),
      jobsRunning: node.countRunningJobs(),
      rssBytes: process.memoryUsage.rss(),
      // A file that can't be read is a finding of the doctor.
      backup: await readBackups().catch(() => null),
    };
  }

  const publish = async () => writeNodeState(db, node.name, await read());

  const looking = singleFlight(async () => {
    try {
      if (await isWatched(db)) await publish();
      else if (looks % looksPerSign === 0) await writeNodeState(db, node.name, undefined);
      looks += 1;
      isFailing = false;
    } catch (error) {
      if (!isFailing && !isStopped) log.warn({ err: error }, 'the state of this node is not written');
      isFailing = true;
    }
  });

  const timer = setInterval(() => void looking.run(), everyMs).unref();
  void looking.run();

  return {
    async publish() {
      if (!isStopped) await publish();
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await looking.current();
      await deleteNodeState(db, node.name).catch(() => undefined);
    },
  };
}

const round = (value: number) => Math.round(value * 1000) / 1000;
