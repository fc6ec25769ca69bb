import { availableParallelism, constants } from 'node:os';
import { createWorkerPool, workerFunction } from './worker-pool.ts';

/**
 * The processes that draw documents and write tables for this server: few, so that others keep the cores, and of a lower
 * priority than the server and its database (decision 0074).
 */
const drawingWorkers = createWorkerPool({
  size: Math.max(1, Math.min(2, availableParallelism() - 1)),
  priority: constants.priority.PRIORITY_BELOW_NORMAL,
  maxWaiting: 60,
  maxWaitMs: 20_000,
  timeLimitMs: 30_000,
});

/**
 * Sets how long one drawing of this process may take (FILE_SECONDS). One that takes longer is killed with its worker: whoever
 * waits for it gets WorkerTimedOut, the next one is done by a new worker.
 */
export function limitDrawing(seconds: number): void {
  drawingWorkers.setTimeLimit(seconds * 1000);
}

/**
 * A function that draws, called in a worker. Only its type is imported by the caller: what it needs is loaded in the worker.
 * @param module File URL of the module that exports it.
 */
export function drawnByWorker<Draw extends (...args: never[]) => unknown>(module: string, name: string) {
  return workerFunction<Draw>(drawingWorkers, module, name);
}
