/** Returned instead of a result when the queue is full or the wait exceeded `maxWaitMs`. */
export const queueFull = Symbol('queue full');

export interface BoundedQueue {
  /** Reserves a place for one task; undefined when there is no room. It must be used or released. */
  tryReserve(): QueuePlace | undefined;
  /** Runs the work in turn; `queueFull` at once when the queue has no room. */
  run<Result>(work: () => Promise<Result>): Promise<Result | typeof queueFull>;
}

/** A place reserved for one task. */
interface QueuePlace {
  /** Runs the work once, in turn; `queueFull` when the wait is too long. */
  run<Result>(work: () => Promise<Result>): Promise<Result | typeof queueFull>;
  /** Releases the place unused; no effect after use. */
  release(): void;
}

export interface BoundedQueueOptions {
  /** Maximum concurrent tasks. */
  readonly concurrency: number;
  /** Waiting places beside the running tasks. */
  readonly limit: number;
  /** Maximum wait for a turn; absent: unlimited. */
  readonly maxWaitMs?: number;
  /** Pause after a task before the next begins. */
  readonly restMs?: number;
}

/** Running and waiting tasks of each queue of this process. */
const queues: (() => { readonly running: number; readonly waiting: number })[] = [];

/** Tasks of all queues of this process: of workers for documents, tables, photos, signatures and passwords. */
export function countQueued(): { readonly running: number; readonly waiting: number } {
  let [running, waiting] = [0, 0];
  for (const count of queues) {
    const counted = count();
    running += counted.running;
    waiting += counted.waiting;
  }
  return { running, waiting };
}

/**
 * A queue that protects the server from overload: at most `concurrency` tasks at once, in order of arrival, and at
 * most `limit` waiting, none longer than `maxWaitMs`.
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
  queues.push(() => ({ running, waiting: waiting.size }));

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
      const leave = (entered: boolean): void => {
        clearTimeout(timer);
        waiting.delete(begin);
        resolve(entered);
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
