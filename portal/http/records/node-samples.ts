import type pg from 'pg';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { Clock } from '#platform/clock.ts';
import { bool, timestamptz, typedSql } from '#platform/database/typed-sql.ts';
import { watchEventLoop } from '#platform/event-loop.ts';
import { readQueue } from '#platform/jobs/job-runner.ts';
import type { Logger } from '#platform/logger.ts';
import { singleFlight } from '#platform/single-flight.ts';
import { countQueued } from '#platform/workers/bounded-queue.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { CallLog } from './call-log.ts';

export interface NodeSamplesOptions {
  readonly db: PortalDatabase;
  readonly clock: Clock;
  /** NODE_NAME. */
  readonly node: string;
  readonly callLog: CallLog;
  /** Connection pools of the server; a sample has their sum. */
  readonly pools: readonly pg.Pool[];
  /** Jobs that this process runs now. */
  readonly countRunningJobs: () => number;
  readonly log: Logger;
}

export interface NodeSamples {
  /** Writes the sample of the time since the one before; false: the database did not take it. */
  write(): Promise<boolean>;
  stop(): void;
}

const sampleMs = 10_000;
/** A node that runs has written a sample within this time. */
const sampledWithinMs = 3 * sampleMs;

/** Whether other nodes run beside this one. */
export async function hasOtherNodes(db: PortalDatabase, node: string, now: Instant): Promise<boolean> {
  const since = instantToIso((now - sampledWithinMs) as Instant);
  const { rows } = await typedSql({ hasOthers: bool() })`
    select exists (select from portal.node_sample where node <> ${node} and at > ${since}::timestamptz
      and at <= ${instantToIso(now)}::timestamptz) as "hasOthers"`.execute(db);
  return rows[0]?.hasOthers ?? false;
}

/** Records land in the time that their node says: one that is further from the database's time is reported. */
const maxClockDifferenceMs = 60_000;

const sum = (pools: readonly pg.Pool[], of: (pool: pg.Pool) => number) =>
  pools.reduce((total, pool) => total + of(pool), 0);

/**
 * Writes what this node is like to portal.node_sample, each ten seconds of the clock, beside the requests. Requests and
 * errors that a refusing database kept from being written are lost; dropped records are counted in the next sample.
 */
export function startNodeSamples(options: NodeSamplesOptions): NodeSamples {
  const { db, clock, node, callLog, pools, countRunningJobs, log } = options;
  const loop = watchEventLoop();
  let last = callLog.counts();
  let reportedDrops = last.dropped;
  let isClockOff = false;

  function compareClocks(databaseAt: number): void {
    const differenceMs = clock.now() - databaseAt;
    const isOff = Math.abs(differenceMs) > maxClockDifferenceMs;
    if (isOff && !isClockOff)
      log.error({ node, differenceMs }, 'the clock of this node is not that of the database');
    isClockOff = isOff;
  }

  async function write(): Promise<boolean> {
    const now = clock.now();
    const counts = callLog.counts();
    const { delaysMs, utilization } = loop.read();
    const { rss, heapUsed } = process.memoryUsage();
    const { running, waiting } = countQueued();
    const [total, idle] = [sum(pools, (pool) => pool.totalCount), sum(pools, (pool) => pool.idleCount)];
    const poolWaiting = sum(pools, (pool) => pool.waitingCount);
    const [requests, errors] = [counts.requests - last.requests, counts.errors - last.errors];
    last = counts;
    try {
      const jobs = await readQueue(db);
      const at = instantToIso((now - (now % sampleMs)) as Instant);
      const { rows } = await typedSql({ now: timestamptz() })`
        with written as (
          insert into portal.node_sample
            (node, at, in_flight, requests, errors, pool_total, pool_idle, pool_waiting, jobs_waiting, jobs_running, workers_busy,
             workers_waiting, lag_p99_us, loop_used, rss, heap_used, dropped_records)
          values (${node}, ${at}::timestamptz, ${counts.inFlight}, ${requests}, ${errors}, ${total}, ${idle}, ${poolWaiting},
            ${jobs.reduce((count, job) => count + job.waiting, 0)}, ${countRunningJobs()}, ${running}, ${waiting},
            ${Math.round(delaysMs.p99 * 1000)}, ${utilization}, ${rss}, ${heapUsed}, ${counts.dropped - reportedDrops})
          on conflict (at, node) do nothing
        )
        select clock_timestamp() as now`.execute(db);
      reportedDrops = counts.dropped;
      compareClocks(rows[0]?.now ?? now);
      return true;
    } catch (error) {
      log.error({ err: error }, 'the sample of this node is not written');
      return false;
    }
  }

  const writing = singleFlight(write);
  let timer: NodeJS.Timeout | undefined;
  function wait(): void {
    timer = setTimeout(
      () => {
        wait();
        void writing.run();
      },
      sampleMs - (clock.now() % sampleMs),
    );
    timer.unref();
  }
  wait();

  return {
    write,
    stop() {
      clearTimeout(timer);
    },
  };
}
