/** What a batcher needs to know. */
export interface BatcherOptions<Item, Result> {
  /** Most items in one batch. */
  readonly maxSize: number;
  /** Most batches under way at once. */
  readonly concurrency: number;
  /**
   * While a batch is under way another one begins only with so many items waiting; absent: with any. Few large batches
   * cost less than many small ones, and nobody waits longer than the batch under way takes.
   */
  readonly leastBeside?: number;
  /** Items with the same key never share a batch and never run side by side; absent: no such limit. */
  readonly exclusiveKey?: (item: Item) => string;
  /** Does the work of a whole batch; answers in the order of the items. A rejection fails the whole batch. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit: collects what arrived in this turn of the event loop and, while a batch is under way, what arrives
 * meanwhile, and does it as one set-based piece of work. One round trip and one commit then serve many callers.
 */
export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>) {
  let queue: Waiting<Item, Result>[] = [];
  const busyKeys = new Set<string>();
  let running = 0;
  let scheduled = false;

  function takeBatch(): Waiting<Item, Result>[] {
    const batch: Waiting<Item, Result>[] = [];
    const left: Waiting<Item, Result>[] = [];
    for (const waiting of queue) {
      const key = options.exclusiveKey?.(waiting.item);
      if (batch.length >= options.maxSize || (key !== undefined && busyKeys.has(key))) {
        left.push(waiting);
        continue;
      }
      if (key !== undefined) busyKeys.add(key);
      batch.push(waiting);
    }
    queue = left;
    return batch;
  }

  async function runBatch(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await options.run(batch.map((waiting) => waiting.item));
      batch.forEach((waiting, index) => {
        waiting.resolve(results[index] as Result);
      });
    } catch (error) {
      for (const waiting of batch) waiting.reject(error);
    } finally {
      running -= 1;
      if (options.exclusiveKey)
        for (const waiting of batch) busyKeys.delete(options.exclusiveKey(waiting.item));
      pump();
    }
  }

  function pump(): void {
    scheduled = false;
    while (running < options.concurrency && queue.length > 0) {
      if (running > 0 && queue.length < (options.leastBeside ?? 1)) return;
      const batch = takeBatch();
      if (batch.length === 0) return;
      running += 1;
      void runBatch(batch);
    }
  }

  return {
    /** Adds one item; resolves with its own result when its batch is done. */
    add(item: Item): Promise<Result> {
      return new Promise((resolve, reject) => {
        queue.push({ item, resolve, reject });
        if (!scheduled) {
          scheduled = true;
          setImmediate(pump);
        }
      });
    },
  };
}
