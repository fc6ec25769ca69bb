/** Answered instead of a result when too many wait already. */
export const queueFull = Symbol('queue full');

export interface BoundedQueue {
  /** Does the work when its turn comes; `queueFull` at once when the queue has no room. */
  run<Result>(work: () => Promise<Result>): Promise<Result | typeof queueFull>;
}

/**
 * Work that must not crowd out the rest of the server: at most `concurrency` pieces at once, in the order in which they
 * came, and at most `limit` waiting.
 */
export function createBoundedQueue(options: {
  readonly concurrency: number;
  readonly limit: number;
}): BoundedQueue {
  const waiting: (() => void)[] = [];
  let running = 0;

  function next(): void {
    const begin = waiting.shift();
    if (begin === undefined) running -= 1;
    else begin();
  }

  return {
    async run(work) {
      if (running < options.concurrency) {
        running += 1;
      } else {
        if (waiting.length >= options.limit) return queueFull;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      try {
        return await work();
      } finally {
        next();
      }
    },
  };
}
