import { AsyncLocalStorage } from 'node:async_hooks';

const meters = new AsyncLocalStorage<{ workMs: number }>();

/** Counts work that was done, or asked for, elsewhere for whoever is being measured; nothing outside `measureWork`. */
export function countWork(ms: number): void {
  const meter = meters.getStore();
  if (meter !== undefined) meter.workMs += ms;
}

/** Runs something and tells `onWork` how much processor time workers spent for it, in ms, also when it fails. */
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
      // Of whatever measures outside this.
      countWork(meter.workMs);
    }
  }
}
