export interface BatcherOptions<Item, Result> {
  /** Maximum items in one batch. */
  readonly maxSize: number;
  /** Maximum concurrent batches. */
  readonly concurrency: number;
  /** Processes a batch; returns the results in the order of the items. A rejection fails the whole batch. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
  /**
   * Whether an error of a batch is one that the next batches would meet too: then all items that wait are rejected with
   * it, so that no caller waits for several time limits in turn. Absent: none is.
   */
  readonly isOutage?: (error: unknown) => boolean;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit: collects the items of this event-loop turn and, while a batch runs, those that arrive meanwhile, and
 * processes them as one set. One round trip and one commit serve many callers.
 */
export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>) {
  let queue: Waiting<Item, Result>[] = [];
  let running = 0;
  let scheduled = false;

  async function runBatch(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await options.run(batch.map((waiting) => waiting.item));
      batch.forEach((waiting, index) => {
        waiting.resolve(results[index] as Result);
      });
    } catch (error) {
      const late = options.isOutage?.(error) ? queue.splice(0) : [];
      for (const waiting of [...batch, ...late]) waiting.reject(error);
    } finally {
      running -= 1;
      pump();
    }
  }

  function pump(): void {
    scheduled = false;
    while (running < options.concurrency && queue.length > 0) {
      const batch = queue.slice(0, options.maxSize);
      queue = queue.slice(options.maxSize);
      running += 1;
      void runBatch(batch);
    }
  }

  return {
    /** Adds one item; resolves with its result when its batch is done. */
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
