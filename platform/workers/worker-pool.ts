import { availableParallelism, constants } from 'node:os';
import { createBoundedQueue, queueFull } from './bounded-queue.ts';
import { countWork, ownerOfWork } from './work-meter.ts';
import {
  createWorkerProcess,
  type WorkerCall,
  WorkerEnded,
  type WorkerOptions,
  WorkerTimedOut,
} from './worker-process.ts';

/**
 * Worker processes for documents and tables: few, so that other cores stay free, and of a lower priority than the
 * server and its database (decision 0074).
 */
const drawingWorkers = createWorkerPool({
  size: Math.max(1, Math.min(2, availableParallelism() - 1)),
  priority: constants.priority.PRIORITY_BELOW_NORMAL,
  maxWaiting: 60,
  maxWaitMs: 20_000,
  timeLimitMs: 30_000,
});

/**
 * Sets the time limit of one drawing (FILE_SECONDS). A longer one is killed with its worker: its caller gets
 * WorkerTimedOut, the next one runs in a new worker.
 */
export function limitDrawing(seconds: number): void {
  drawingWorkers.setTimeLimit(seconds * 1000);
}

/**
 * A drawing function run in a worker. The caller imports only its type; its dependencies are loaded in the worker.
 * @param module File URL of the module that exports it.
 */
export function drawnByWorker<Draw extends (...args: never[]) => unknown>(module: string, name: string) {
  return workerFunction<Draw>(drawingWorkers, module, name);
}

/** No worker was free in time: nothing was done, the caller may retry. */
export class WorkersBusy extends Error {
  /** Suggested delay before a retry. */
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('no worker was free in time');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

interface WorkerPoolOptions extends WorkerOptions {
  /** Number of processes, and so of concurrent jobs. */
  readonly size: number;
  /** Maximum waiting jobs. */
  readonly maxWaiting: number;
  /** Maximum wait for a worker. */
  readonly maxWaitMs: number;
  /** Time limit of a job, wall clock; then its process is killed. */
  readonly timeLimitMs: number;
}

export interface WorkerPool {
  /**
   * Runs a job in a worker and counts its work (`measureWork`); owners (`workFor`) take turns.
   * @throws WorkersBusy when none is free in time; WorkerTimedOut, WorkerEnded, or the error of the function.
   */
  run(call: WorkerCall): Promise<unknown>;
  /** Changes the time limit of jobs that start from now on. */
  setTimeLimit(timeLimitMs: number): void;
}

/** Worker processes that share a bounded queue. */
export function createWorkerPool({
  size,
  maxWaiting,
  maxWaitMs,
  timeLimitMs: firstLimitMs,
  ...options
}: WorkerPoolOptions): WorkerPool {
  let timeLimitMs = firstLimitMs;
  const queue = createBoundedQueue({ concurrency: size, limit: maxWaiting, maxWaitMs });
  const free = Array.from({ length: size }, () => createWorkerProcess(options));

  async function runInWorker(call: WorkerCall): Promise<unknown> {
    const worker = free.pop();
    if (worker === undefined) throw new Error('more jobs at once than workers');
    const limitMs = timeLimitMs;
    try {
      const { result, cpuMs } = await worker.run(call, limitMs);
      countWork(cpuMs);
      return result;
    } catch (error) {
      // What ends a process, of its heap too, costs as much as what never ends.
      if (error instanceof WorkerTimedOut || error instanceof WorkerEnded) countWork(limitMs);
      throw error;
    } finally {
      free.push(worker);
    }
  }

  return {
    async run(call) {
      const result = await queue.run(() => runInWorker(call), ownerOfWork());
      if (result === queueFull) throw new WorkersBusy(Math.ceil(maxWaitMs / 1000));
      return result;
    },
    setTimeLimit(limitMs) {
      timeLimitMs = limitMs;
    },
  };
}

/**
 * A function run in a worker of the pool. The caller imports only its type; its module is loaded in the worker.
 * @param module File URL of the module that exports it.
 */
export function workerFunction<Run extends (...args: never[]) => unknown>(
  pool: WorkerPool,
  module: string,
  name: string,
): (...args: Parameters<Run>) => Promise<Awaited<ReturnType<Run>>> {
  return (...args) => pool.run({ module, name, args }) as Promise<Awaited<ReturnType<Run>>>;
}
