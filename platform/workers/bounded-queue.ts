/** Answered instead of a result when too many wait already, or the turn did not come in time. */
export const queueFull = Symbol('queue full');

export interface BoundedQueue {
  /** A place for one piece of work; undefined when there is no room. It must be used or given back. */
  tryReserve(): QueuePlace | undefined;
  /** Does the work when its turn comes; `queueFull` at once when the queue has no room. */
  run<Result>(work: () => Promise<Result>): Promise<Result | typeof queueFull>;
}

/** Room that is held for one piece of work. */
export interface QueuePlace {
  /** Does the work when its turn comes, once; `queueFull` when it does not come in time. */
  run<Result>(work: () => Promise<Result>): Promise<Result | typeof queueFull>;
  /** Gives the place back unused; nothing when it was used. */
  release(): void;
}

export interface BoundedQueueOptions {
  /** Pieces of work at once. */
  readonly concurrency: number;
  /** Places beside those at work. */
  readonly limit: number;
  /** Longest wait for a turn; absent: as long as it takes. */
  readonly maxWaitMs?: number;
  /** Pause after a piece of work before the next begins. */
  readonly restMs?: number;
}

/**
 * Work that must not crowd out the rest of the server: at most `concurrency` pieces at once, in the order in which they
 * came, and at most `limit` waiting, none of them longer than `maxWaitMs`.
 */
export function createBoundedQueue({
  concurrency,
  limit,
  maxWaitMs,
  restMs = 0,
}: BoundedQueueOptions): BoundedQueue {
  const waiting = new Set<() => void>();
  let running = 0;
  let inside = 0;

  function next(): void {
    const [begin] = waiting;
    if (begin === undefined) running -= 1;
    else begin();
  }

  /** Whether the turn came in time. */
  function takeTurn(): Promise<boolean> {
    if (running < concurrency) {
      running += 1;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const leave = (came: boolean): void => {
        clearTimeout(timer);
        waiting.delete(begin);
        resolve(came);
      };
      const begin = (): void => leave(true);
      const timer = maxWaitMs === undefined ? undefined : setTimeout(() => leave(false), maxWaitMs);
      waiting.add(begin);
    });
  }

  async function workInTurn<Result>(work: () => Promise<Result>): Promise<Result | typeof queueFull> {
    if (!(await takeTurn())) return queueFull;
    try {
      return await work();
    } finally {
      if (restMs > 0) setTimeout(next, restMs);
      else next();
    }
  }

  function tryReserve(): QueuePlace | undefined {
    if (inside >= concurrency + limit) return undefined;
    inside += 1;
    let isFree = true;
    return {
      async run(work) {
        if (!isFree) throw new Error('a place is good for one piece of work');
        isFree = false;
        try {
          return await workInTurn(work);
        } finally {
          inside -= 1;
        }
      },
      release() {
        if (isFree) inside -= 1;
        isFree = false;
      },
    };
  }

  return {
    tryReserve,
    async run(work) {
      const place = tryReserve();
      return place === undefined ? queueFull : place.run(work);
    },
  };
}
