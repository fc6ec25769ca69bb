import type { SubmittedReadingData } from '#billing/api/readings.ts';
import type { BillingServices } from '#billing/module-handler.ts';
import { openPeriodsUpTo } from '#billing/modules/charges/public.ts';
import { createBatcher } from '#platform/batcher.ts';
import { createReceiptNumbers } from './receipt-numbers.ts';
import type { ReadingToStore } from './submission.ts';
import { writeReadings } from './write-readings.ts';

/** What became of a reading: stored; or its facts have changed meanwhile and it has to be judged again; or a fault. */
export type Stored =
  | { readonly kind: 'stored'; readonly submitted: SubmittedReadingData }
  | { readonly kind: 'judgeAgain'; readonly because: unknown }
  | { readonly kind: 'failed'; readonly reason: unknown };

/** Another node stored a reading for the same account meanwhile: unique key, foreign key lock order, serialisation. */
const codesOfRaces = new Set(['23505', '40P01', '40001']);

function isRace(error: unknown): boolean {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' && codesOfRaces.has(code);
}

/** Stores judged readings by group commit: all that wait are written by one statement and made durable by one commit. */
export function createStoring({ db }: BillingServices) {
  const takeNumbers = createReceiptNumbers(db);

  async function store(readings: readonly ReadingToStore[]): Promise<readonly Stored[]> {
    // Every node writes in the same order, so that two of them never wait for each other.
    const order = readings.toSorted((a, b) =>
      a.submission.accountNumber < b.submission.accountNumber ? -1 : 1,
    );
    const written = await writeReadings(db, order, await takeNumbers(order.length));
    if (written.kind === 'stored') {
      const answers = new Map(order.map((reading, index) => [reading, written.answers[index]]));
      return readings.map((reading) => ({
        kind: 'stored',
        submitted: answers.get(reading) as SubmittedReadingData,
      }));
    }
    const latest = readings.reduce(
      (last, { period }) => (period > last ? period : last),
      readings[0]?.period ?? '',
    );
    await openPeriodsUpTo(db, latest as ReadingToStore['period']);
    return readings.map(() => ({ kind: 'judgeAgain', because: new Error('the period is not open') }));
  }

  /** A batch that fails is stored one by one, so that a reading that can't be stored harms no other. */
  async function storeEach(readings: readonly ReadingToStore[]): Promise<readonly Stored[]> {
    try {
      return await store(readings);
    } catch (reason) {
      if (readings.length === 1)
        return [isRace(reason) ? { kind: 'judgeAgain', because: reason } : { kind: 'failed', reason }];
      const stored: Stored[] = [];
      for (const reading of readings) stored.push(...(await storeEach([reading])));
      return stored;
    }
  }

  return createBatcher<ReadingToStore, Stored>({
    maxSize: 64,
    concurrency: 1,
    run: storeEach,
  });
}
