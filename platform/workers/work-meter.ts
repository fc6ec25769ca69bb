import { AsyncLocalStorage } from 'node:async_hooks';

/** A request to a worker process: call an exported function of a module. */
export interface WorkerJob {
  readonly jobId: number;
  /** File URL of the module. */
  readonly module: string;
  readonly name: string;
  readonly args: readonly unknown[];
}

/** The answer; `cpuMs`: processor time of the call. */
export type WorkerAnswer =
  | { readonly jobId: number; readonly kind: 'done'; readonly result: unknown; readonly cpuMs: number }
  | { readonly jobId: number; readonly kind: 'fault'; readonly fault: string; readonly cpuMs: number };

const meters = new AsyncLocalStorage<{ workMs: number }>();

/** Adds processor time of other processes to the current measurement; no effect outside `measureWork`. */
export function countWork(ms: number): void {
  const meter = meters.getStore();
  if (meter !== undefined) meter.workMs += ms;
}

/** Runs something and calls `onWork` with the processor time workers spent for it, in ms, also when it fails. */
export async function measureWork<Result>(
  run: () => Promise<Result>,
  onWork: (workMs: number) => void,
): Promise<Result> {
  const meter = { workMs: 0 };
  try {
    return await meters.run(meter, run);
  } finally {
    if (meter.workMs > 0) {
      onWork(meter.workMs);
      // For an outer measurement.
      countWork(meter.workMs);
    }
  }
}

const owners = new AsyncLocalStorage<string>();

/** Runs something whose work is of one owner: owners take turns in the queues of workers. */
export function workFor<Result>(owner: string, run: () => Promise<Result>): Promise<Result> {
  return owners.run(owner, run);
}

/** Whose work is being done; undefined: the server's own. */
export function ownerOfWork(): string | undefined {
  return owners.getStore();
}
