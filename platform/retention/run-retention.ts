import type { Instant } from '#domain/time/instant.ts';
import type { JobContext } from '../jobs/task.ts';

const dayMs = 24 * 3_600_000;

/** Data of one kind that is removed when it is older than its term. */
export interface RetentionKind {
  /** In the log and the metrics, unique: 'signIns'. */
  readonly kind: string;
  /** Term in days. */
  readonly days: number;
  /** Items of one step, `usualBatch` by default. */
  readonly batch?: number;
  /**
   * Removes up to `limit` items from before a moment, in one transaction or in steps that can be repeated; returns how many. Fewer
   * than `limit`: none is left.
   */
  remove(before: Instant, limit: number, context: JobContext): Promise<number>;
}

export interface RetentionRun {
  readonly kinds: readonly RetentionKind[];
  readonly now: Instant;
  readonly context: JobContext;
  /** Called after each step that removed something. */
  readonly onRemoved?: ((kind: string, count: number) => void) | undefined;
}

/** A step takes milliseconds of locks, and as many items as a night has time for. */
const usualBatch = 1000;

/**
 * Removes what is older than its term, kind by kind, in steps, until nothing is left or the process stops. A kind that fails does not
 * hold up the others. Returns the counts of the kinds that had something to remove.
 * @throws AggregateError with what failed, after all kinds.
 */
export async function runRetention({
  kinds,
  now,
  context,
  onRemoved,
}: RetentionRun): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  const faults: Error[] = [];
  for (const { kind, days, batch = usualBatch, remove } of kinds) {
    const before = (now - days * dayMs) as Instant;
    try {
      for (let removed = batch; removed >= batch && !context.signal.aborted; ) {
        removed = await remove(before, batch, context);
        if (removed === 0) break;
        counts[kind] = (counts[kind] ?? 0) + removed;
        onRemoved?.(kind, removed);
      }
    } catch (cause) {
      faults.push(new Error(`retention of ${kind} failed`, { cause }));
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, faults.map(({ message }) => message).join('; '));
  return counts;
}
