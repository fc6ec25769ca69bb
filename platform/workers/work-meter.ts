import { AsyncLocalStorage } from 'node:async_hooks';

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
