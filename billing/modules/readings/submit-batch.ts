import { answer } from '#billing/api/define-module.ts';
import type { SubmittedReadingData } from '#billing/api/readings.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { NothingStored } from '#billing/billing-errors.ts';
import type { BillingServices } from '#billing/module-handler.ts';
import { openPeriodsUpTo } from '#billing/modules/charges/public.ts';
import { createBatcher } from '#platform/batcher.ts';
import { isDatabaseAway } from '#platform/database/is-database-away.ts';
import { createKeyedMutex } from '#platform/keyed-mutex.ts';
import { createAssessmentQueue } from './assessment-queue.ts';
import type { ReadingToStore, Submission, SubmissionAnswer } from './submission.ts';
import { createReceiptNumbers, writeReadings } from './write-readings.ts';

/** Result of storing a reading: stored; to be assessed again, because its facts changed; or failed. */
type Stored =
  | { readonly kind: 'stored'; readonly submitted: SubmittedReadingData }
  | { readonly kind: 'assessAgain'; readonly because: unknown }
  | { readonly kind: 'failed'; readonly reason: unknown };

/**
 * Another node stored a reading of the same account concurrently: unique violation, deadlock by foreign
 * keys, serialization failure.
 */
const codesOfRaces = new Set(['23505', '40P01', '40001']);

export function isRace(error: unknown): boolean {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' && codesOfRaces.has(code);
}

/** Stores assessed readings by group commit: one statement and one commit for all waiting ones. */
function createStorageQueue({ db }: BillingServices) {
  const takeNumbers = createReceiptNumbers(db);

  async function store(readings: readonly ReadingToStore[]): Promise<readonly Stored[]> {
    // All nodes write in the same order, which avoids deadlocks.
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
    return readings.map(() => ({ kind: 'assessAgain', because: new Error('period is not open') }));
  }

  /**
   * The readings of a failed batch are stored one by one, so that one failure does not affect the others.
   * @throws the error of a database that is unavailable: each reading would wait for it again.
   */
  async function storeEach(readings: readonly ReadingToStore[]): Promise<readonly Stored[]> {
    try {
      return await store(readings);
    } catch (reason) {
      if (isDatabaseAway(reason)) throw reason;
      if (readings.length === 1)
        return [isRace(reason) ? { kind: 'assessAgain', because: reason } : { kind: 'failed', reason }];
      const stored: Stored[] = [];
      for (const reading of readings) stored.push(...(await storeEach([reading])));
      return stored;
    }
  }

  return createBatcher<ReadingToStore, Stored>({
    maxSize: 64,
    concurrency: 1,
    run: storeEach,
    isOutage: isDatabaseAway,
  });
}

/** Maximum number of lost races with other nodes; more indicates another problem. */
export const maxTries = 5;

/**
 * Processes submissions by group commit in two stages, so that assessing and storing overlap. Submissions of one
 * account never run concurrently in this process; between processes the unique keys decide, and the loser is assessed
 * again.
 */
function createSubmitter(services: BillingServices) {
  const mutex = createKeyedMutex();
  const assessing = createAssessmentQueue(services);
  const storing = createStorageQueue(services);

  async function submit(submission: Submission): Promise<SubmissionAnswer> {
    for (let tries = 1; ; tries++) {
      const verdict = await assessing.add({ submission, again: tries > 1 });
      if (verdict.kind === 'answered') return verdict.answer;
      const stored = await storing.add(verdict.reading);
      if (stored.kind === 'stored') return answer(stored.submitted);
      if (stored.kind === 'failed') throw stored.reason;
      if (tries === maxTries) throw stored.because;
    }
  }

  /** Runs work in the turn of an account; throws NothingStored, or another error when the result is unknown. */
  async function inTurn<Result>(accountNumber: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await mutex.run(accountNumber, work);
    } catch (error) {
      throw faultOf(error);
    }
  }

  return {
    inTurn,
    /** Processes a submission in the turn of its account. */
    submit: (submission: Submission) => inTurn(submission.accountNumber, () => submit(submission)),
  };
}

/**
 * A database error has rolled back its statement, and our own errors precede any write; after a broken connection the
 * result is unknown.
 */
function faultOf(error: unknown): unknown {
  const isOfDatabase = error instanceof Error && Reflect.get(error, 'severity') !== undefined;
  const isOfConnection =
    error instanceof Error &&
    !isOfDatabase &&
    (Reflect.get(error, 'code') !== undefined || /connection|timeout/i.test(error.message));
  const isFatal = isOfDatabase && Reflect.get(error, 'severity') !== 'ERROR';
  return isOfConnection || isFatal ? error : new NothingStored(error);
}

const submitters = new WeakMap<BillingDatabase, ReturnType<typeof createSubmitter>>();

/** The submitter of a database, shared by submissions and corrections to keep their order. */
export function submitterOf(services: BillingServices): ReturnType<typeof createSubmitter> {
  const known = submitters.get(services.db);
  if (known !== undefined) return known;
  const made = createSubmitter(services);
  submitters.set(services.db, made);
  return made;
}
