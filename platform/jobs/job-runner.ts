import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseCronItems, type Runner, run, type WorkerEvents, type WorkerPool } from 'graphile-worker';
import { Kysely, PostgresDialect } from 'kysely';
import { poolOf } from '#platform/database/node-connections.ts';
import { float8, int4, text, typedSql } from '#platform/database/typed-sql.ts';
import { addRound, periodicKey } from './add-jobs.ts';
import { freeAbandonedJobs, openJobPool } from './migrate-job-queue.ts';
import { type JobContext, jobLog, type MeasureJob, type OnJobError, type Tasks, toTaskList } from './task.ts';

/** Work that repeats. A failed round is reported and not retried: the next one does its work. */
interface PeriodicTask {
  /**
   * A cron pattern of five fields, in UTC, or a pause between the end of a round and the start of the next. Work with a
   * pause also starts with the server.
   */
  readonly when: string | { readonly pauseSeconds: number };
  run(context: JobContext): Promise<unknown>;
}

export type PeriodicTasks = Readonly<Record<string, PeriodicTask>>;

/** Tasks of a process and how many jobs of each it runs at once, 1 by default. */
export interface JobSet {
  readonly tasks: Tasks;
  readonly slots?: Readonly<Record<string, number>>;
  readonly periodic: PeriodicTasks;
}

export interface JobRunnerOptions extends JobSet {
  readonly url: string;
  readonly onError: OnJobError;
  readonly measure?: MeasureJob | undefined;
  readonly pollMs?: number;
  readonly restartMs?: number;
  readonly heartbeatMs?: number;
}

/** New jobs are announced by NOTIFY; polling only finds jobs that became due, so it may be rare. */
const usualPollMs = 10_000;
const usualRestartMs = 10_000;
const usualHeartbeatMs = 30_000;

/** Limits the jobs of each task in this process to its slots. A job says its task by a flag (`addJob`). */
function limitSlots(slotsOf: (task: string) => number, events: WorkerEvents): () => Promise<string[]> {
  const running = new Map<string, number>();
  const count = (task: string, by: number) => running.set(task, (running.get(task) ?? 0) + by);
  let turn = Promise.resolve();
  let endTurn: () => void = () => undefined;
  events.on('job:start', ({ job }) => {
    count(job.task_identifier, 1);
    endTurn();
  });
  events.on('job:complete', ({ job }) => void count(job.task_identifier, -1));
  events.on('worker:getJob:empty', () => endTurn());
  events.on('worker:getJob:error', () => endTurn());
  return async () => {
    // Fetches follow one another: two at once would both take the last slot.
    const previous = turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    turn = promise;
    await previous;
    endTurn = resolve;
    return [...running].filter(([task, jobs]) => jobs >= slotsOf(task)).map(([task]) => task);
  };
}

/**
 * Runs the jobs of this process until stopped, in one pool of workers; `stop` aborts the signal of running jobs and waits
 * for them. Every task has slots of its own, so that a task that hangs delays no other. Of several processes on one
 * database one runs a round of a periodic task, unless it takes longer than a minute; in one process rounds never overlap.
 * A failed job is retried after e^attempt seconds, a job of a dead process after two minutes. The runner restarts after
 * losing its database.
 */
export function startJobRunner(options: JobRunnerOptions): { stop(): Promise<void> } {
  const { url, periodic, onError } = options;
  // Tasks have connections of their own.
  const pool = openJobPool(url, poolOf('svitlo-jobs').poolSize);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const stopping = new AbortController();
  const { signal } = stopping;
  /** Periodic tasks that run now, and whether another round was asked for meanwhile. */
  const rounds = new Map<string, { isAsked: boolean }>();
  let workers: WorkerPool | undefined;
  let runner: Runner | undefined;
  let restart: NodeJS.Timeout | undefined;

  function wakeIn(seconds: number): void {
    setTimeout(() => signal.aborted || workers?.nudge(1), seconds * 1000).unref();
  }

  async function runRound(name: string, { when, run: work }: PeriodicTask, context: JobContext) {
    const underWay = rounds.get(name);
    if (underWay !== undefined) {
      underWay.isAsked = true;
      return;
    }
    const round = { isAsked: false };
    rounds.set(name, round);
    try {
      do {
        round.isAsked = false;
        await work(context);
      } while (round.isAsked && !signal.aborted);
    } finally {
      rounds.delete(name);
      if (typeof when !== 'string') {
        await addRound(db, name, when.pauseSeconds);
        wakeIn(when.pauseSeconds);
      }
    }
  }

  const slotsOf = (task: string) => options.slots?.[task] ?? 1;
  const periodicTasks = Object.keys(periodic);
  const roundTasks = Object.fromEntries(
    Object.entries(periodic).map(([name, task]): [string, Tasks[string]] => [
      name,
      (_payload, context) => runRound(name, task, context),
    ]),
  );
  const shared = { onError, measure: options.measure, signal };
  const taskList = {
    ...toTaskList(options.tasks, shared),
    // A round that failed is over: a failed job would stay in the queue for good.
    ...toTaskList(roundTasks, { ...shared, isRetried: false }),
  };
  const cronItems = parseCronItems(
    Object.entries(periodic).map(([task, { when }]) => ({
      task,
      identifier: task,
      // Work with a pause adds its next round itself; each minute one is added where a process died instead.
      match: typeof when === 'string' ? when : '* * * * *',
      options: { jobKey: periodicKey(task), jobKeyMode: 'preserve_run_at', maxAttempts: 1 },
    })),
  );

  async function start(): Promise<void> {
    const events: WorkerEvents = new EventEmitter();
    events.on('pool:create', ({ workerPool }) => {
      workers = workerPool;
    });
    try {
      runner = await run({
        pgPool: pool,
        taskList,
        parsedCronItems: cronItems,
        concurrency: Object.keys(taskList).reduce((sum, task) => sum + slotsOf(task), 0),
        pollInterval: options.pollMs ?? usualPollMs,
        noHandleSignals: true,
        logger: jobLog(onError),
        events,
        forbiddenFlags: limitSlots(slotsOf, events),
        // No delay: the queue writes job results and survives a lost database; a bare promise would not.
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      });
      if (signal.aborted) await runner.stop();
      const atOnce = Object.entries(periodic).filter(([, { when }]) => typeof when !== 'string');
      void Promise.all(atOnce.map(([name]) => addRound(db, name))).catch(onError);
      await runner.promise;
    } catch (error) {
      onError(error);
    } finally {
      workers = undefined;
      runner = undefined;
      if (!signal.aborted)
        restart = setTimeout(() => void start(), options.restartMs ?? usualRestartMs).unref();
    }
  }

  /** Only the process itself knows that it lives: a timer of its own says so for its jobs, and frees those of the dead. */
  async function keepJobs(): Promise<void> {
    while (!signal.aborted) {
      await freeAbandonedJobs(pool, { livePool: workers?.id, periodicTasks }).catch(onError);
      const pause = options.heartbeatMs ?? usualHeartbeatMs;
      await sleep(pause, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  const running = start();
  const keeping = keepJobs();
  return {
    async stop() {
      if (signal.aborted) return;
      stopping.abort();
      clearTimeout(restart);
      await keeping;
      // Rejects when it stopped by itself.
      await runner?.stop().catch(() => undefined);
      await running;
      await pool.end();
    },
  };
}

/** The queue of all nodes, by task, without rounds of periodic tasks. */
export interface QueuedJobs {
  readonly job: string;
  /** Due now or later, and taken by no worker. */
  readonly waiting: number;
  /** Taken by a worker. */
  readonly running: number;
  /** Since when the first of them is due while no worker has one of this task, seconds; a long queue that moves is not late. */
  readonly lateSeconds: number;
}

/** Reads the queue; a task without jobs has no row. */
export async function readQueue<Schema>(db: Kysely<Schema>): Promise<readonly QueuedJobs[]> {
  const { rows } = await typedSql({ job: text(), waiting: int4(), running: int4(), lateSeconds: float8() })`
    select identifier as job, (count(*) filter (where job.is_available))::integer as waiting,
           (count(*) filter (where job.locked_at is not null))::integer as running,
           case when bool_or(job.locked_at is not null) then 0 else greatest(0, coalesce(
             extract(epoch from clock_timestamp() - min(job.run_at) filter (where job.is_available)), 0))::float8 end as "lateSeconds"
      from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = job.task_id
     where (job.is_available or job.locked_at is not null) and job.key is distinct from ${periodicKey('')} || identifier
     group by identifier
  `.execute(db);
  return rows;
}
