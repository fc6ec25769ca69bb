import { availableParallelism, constants } from 'node:os';
import { createWorkerPool, workerFunction } from './worker-pool.ts';

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
