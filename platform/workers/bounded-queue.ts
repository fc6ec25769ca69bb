/** Returned instead of a result when the queue is full or the wait exceeded `maxWaitMs`. */
export const queueFull = Symbol('queue full');

export interface BoundedQueue {
  /** Reserves a place for one task; undefined when there is no room. It must be used or released. */
  tryReserve(): QueuePlace | undefined;
  /**
   * Runs the work in turn; `queueFull` when the queue has no room.
   * @param owner Whose work it is: owners take turns. Absent: of one owner, the server.
   */
  run<Result>(work: () => Promise<Result>, owner?: string): Promise<Result | typeof queueFull>;
}

/** A place reserved for one task. */
interface QueuePlace {
  /** Runs the work once, in turn; `queueFull` when the wait is too long. */
  run<Result>(work: () => Promise<Result>, owner?: string): Promise<Result | typeof queueFull>;
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

/** Waiting tasks by owner. The owner who is next stands first; the owner who was served goes to the end. */
function createTurns() {
  const byOwner = new Map<string, Set<Waiter>>();
  let size = 0;

  function remove(waiter: Waiter): void {
    const own = byOwner.get(waiter.owner);
    if (!own?.delete(waiter)) return;
    size -= 1;
    if (own.size === 0) byOwner.delete(waiter.owner);
  }

  return {
    get size() {
      return size;
    },
    countOf: (owner: string) => byOwner.get(owner)?.size ?? 0,
    remove,
    add(waiter: Waiter): void {
      const own = byOwner.get(waiter.owner) ?? new Set();
      byOwner.set(waiter.owner, own.add(waiter));
      size += 1;
    },
    takeNext(): Waiter | undefined {
      const [first] = byOwner;
      if (first === undefined) return undefined;
      const [owner, own] = first;
      const [waiter] = own;
      if (waiter === undefined) return undefined;
      remove(waiter);
      byOwner.delete(owner);
      if (own.size > 0) byOwner.set(owner, own);
      return waiter;
    },
    /** The last task of the owner who has the most. */
    findLastOfMost(): Waiter | undefined {
      let most: Set<Waiter> | undefined;
      for (const own of byOwner.values()) if (own.size > (most?.size ?? 0)) most = own;
      return [...(most ?? [])].at(-1);
    },
  };
}

interface Waiter {
  readonly owner: string;
  /** @param entered false: its turn does not come. */
  end(entered: boolean): void;
}

/**
 * A queue that protects the server from overload: at most `concurrency` tasks at once, and at most `limit` waiting, none longer than
 * `maxWaitMs`. Owners take turns, each in the order of arrival. When the queue is full, the last task of the owner with the most waiting
 * ones gives its place to an owner with fewer.
 */
export function createBoundedQueue({
  concurrency,
  limit,
  maxWaitMs,
  restMs = 0,
}: BoundedQueueOptions): BoundedQueue {
  const turns = createTurns();
  let running = 0;
  let inside = 0;
  queues.push(() => ({ running, waiting: turns.size }));

  function next(): void {
    const waiter = turns.takeNext();
    if (waiter === undefined) running -= 1;
    else waiter.end(true);
  }

  /** Whether the turn came in time. */
  function takeTurn(owner: string): Promise<boolean> {
    if (running < concurrency) {
      running += 1;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const waiter: Waiter = {
        owner,
        end(entered) {
          clearTimeout(timer);
          turns.remove(waiter);
          resolve(entered);
        },
      };
      const timer = maxWaitMs === undefined ? undefined : setTimeout(() => waiter.end(false), maxWaitMs);
      turns.add(waiter);
    });
  }

  async function workInTurn<Result>(
    work: () => Promise<Result>,
    owner: string,
  ): Promise<Result | typeof queueFull> {
    if (!(await takeTurn(owner))) return queueFull;
    try {
      return await work();
    } finally {
      if (restMs > 0) setTimeout(next, restMs);
      else next();
    }
  }

  function reserve(): QueuePlace {
    inside += 1;
    let isFree = true;
    return {
      async run(work, owner = '') {
        if (!isFree) throw new Error('a place is good for one piece of work');
        isFree = false;
        try {
          return await workInTurn(work, owner);
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

  const isFull = () => inside >= concurrency + limit;

  /** Takes the place of the last task of an owner who would still have as many waiting as this one then has. */
  function displaceFor(owner: string): boolean {
    const last = turns.findLastOfMost();
    if (last === undefined || turns.countOf(last.owner) <= turns.countOf(owner) + 1) return false;
    last.end(false);
    return true;
  }

  return {
    tryReserve: () => (isFull() ? undefined : reserve()),
    async run(work, owner = '') {
      return isFull() && !displaceFor(owner) ? queueFull : reserve().run(work, owner);
    },
  };
}
