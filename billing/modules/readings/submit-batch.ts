import { answer } from '#billing/api/define-module.ts';
import type { SubmittedReadingData } from '#billing/api/readings.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { NothingStored } from '#billing/billing-errors.ts';
import type { BillingServices } from '#billing/module-handler.ts';
import { openPeriodsUpTo } from '#billing/modules/charges/public.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { createBatcher } from '#platform/batcher.ts';
import { plainArray } from '#platform/database/copy.ts';
import { compiledSql, int4, text, typedSql } from '#platform/database/typed-sql.ts';
import { createKeyedMutex } from '#platform/keyed-mutex.ts';
import { newId } from '#platform/uuid.ts';
import { createAssessmentQueue } from './assessment-queue.ts';
import type { ReadingToStore, Submission, SubmissionAnswer } from './submission.ts';
import { writeCorrectionsStatement, writeStatement } from './write-statement.ts';

/** Result of a write: stored, or not stored because a period is not open any more. */
type Written =
  | { readonly kind: 'stored'; readonly answers: readonly SubmittedReadingData[] }
  | { readonly kind: 'periodMoved' };

/**
 * Stores readings with their audit entries and events, durably, all or none. @throws the database error when a unique
 * key rejects one of them: another node was faster.
 */
async function writeReadings(
  db: BillingDatabase,
  readings: readonly ReadingToStore[],
  receiptNumbers: readonly string[],
): Promise<Written> {
  const answers = readings.map((reading, index) => answerOf(reading, receiptNumbers[index] ?? ''));
  const values = readings.flatMap(({ newValues, effectiveDate }, index) =>
    Object.entries(newValues).map(([zone, value]) => ({ position: index + 1, zone, value, effectiveDate })),
  );
  const superseded = readings.flatMap(({ submission, meterId, superseded: replaced }) =>
    (replaced?.readings ?? []).map((one) => ({ ...one, meterId, accountNumber: submission.accountNumber })),
  );
  const { rows } = await db.executeQuery(
    compiledSql(
      { allowedCount: int4() },
      superseded.length === 0 ? writeStatement : writeCorrectionsStatement,
      [
        plainArray(readings.map(({ submittedAt }) => submittedAt)),
        plainArray([...new Set(readings.map(({ period }) => period))]),
        plainArray(readings.map(({ submission }) => submission.accountNumber)),
        plainArray(readings.map(newId)),
        plainArray(readings.map(({ submission }) => submission.requestId)),
        plainArray(readings.map(({ meterId }) => meterId)),
        plainArray(readings.map(({ period }) => period)),
        plainArray(receiptNumbers),
        readings.map(({ submission }) => submission.reason ?? null),
        plainArray(readings.map(({ submission }) => submission.photoId ?? null)),
        plainArray(readings.map(({ submission, submittedAt }) => submission.takenAt ?? submittedAt)),
        plainArray(readings.map(({ largeDeviationsInARow }) => largeDeviationsInARow)),
        readings.map(({ submission }) => submission.actor),
        plainArray(readings.map(newId)),
        plainArray(readings.map(newId)),
        plainArray(readings.map(({ outcome }) => outcome.kind)),
        JSON.stringify(answers),
        JSON.stringify(readings.map(stateBefore)),
        JSON.stringify(readings.map((reading, index) => eventOf(reading, receiptNumbers[index] ?? ''))),
        plainArray(values.map(({ position }) => position)),
        plainArray(values.map(({ zone }) => zone)),
        plainArray(values.map(newId)),
        plainArray(values.map(({ value }) => value)),
        plainArray(values.map(({ effectiveDate }) => effectiveDate)),
        ...(superseded.length === 0
          ? []
          : [
              plainArray(superseded.map(({ accountNumber }) => accountNumber)),
              plainArray(superseded.map(({ meterId }) => meterId)),
              plainArray(superseded.map(({ zone }) => zone)),
              plainArray(superseded.map(({ readingId }) => readingId)),
            ]),
      ],
    ),
  );
  return rows[0]?.allowedCount === 1 ? { kind: 'stored', answers } : { kind: 'periodMoved' };
}

function answerOf(reading: ReadingToStore, receiptNumber: string): SubmittedReadingData {
  const { submission, submittedAt } = reading;
  const submittedText = instantToIso(submittedAt);
  const takenAt = submission.takenAt ?? submittedAt;
  return {
    outcome: reading.outcome,
    receipt: {
      number: receiptNumber,
      submittedAt: submittedText,
      takenAt: takenAt === submittedAt ? submittedText : instantToIso(takenAt),
      effectiveDate: reading.effectiveDate,
      period: reading.period,
      values: reading.values,
      totalKwh: reading.totalKwh,
      sum: reading.sum,
    },
  };
}

/** State of the replaced reading for the audit entry; null: none is replaced. */
function stateBefore({ superseded }: ReadingToStore) {
  return superseded && { values: superseded.values, receiptNumber: superseded.receiptNumber };
}

/** Payload of the event and the audit entry. */
function eventOf(reading: ReadingToStore, receiptNumber: string) {
  return {
    meterId: reading.meterId,
    period: reading.period,
    effectiveDate: reading.effectiveDate,
    code: reading.outcome.code,
    values: reading.values,
    kwh: reading.totalKwh,
    sum: reading.sum,
    receiptNumber,
    ...(reading.submission.reason !== undefined && { reason: reading.submission.reason }),
  };
}

/** Numbers reserved at once; those of a stopped server are lost, as with any sequence. */
const blockSize = 500;

/** Receipt numbers reserved in blocks, so that a reading needs no extra query. */
function createReceiptNumbers(db: BillingDatabase): (count: number) => Promise<readonly string[]> {
  let stock: string[] = [];
  return async (count) => {
    while (stock.length < count) {
      const { rows } = await typedSql({ number: text() })`
        select nextval('billing.receipt_number')::text as number
        from generate_series(1, ${blockSize}::int)`.execute(db);
      stock = [...stock, ...rows.map((row) => row.number)];
    }
    return stock.splice(0, count);
  };
}

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

function isRace(error: unknown): boolean {
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

  /** The readings of a failed batch are stored one by one, so that one failure does not affect the others. */
  async function storeEach(readings: readonly ReadingToStore[]): Promise<readonly Stored[]> {
    try {
      return await store(readings);
    } catch (reason) {
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
  });
}

/** Maximum number of lost races with other nodes; more indicates another problem. */
const maxTries = 5;

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

  /** Processes a submission; throws NothingStored, or another error when the result is unknown. */
  return async (submission: Submission): Promise<SubmissionAnswer> => {
    try {
      return await mutex.run(submission.accountNumber, () => submit(submission));
    } catch (error) {
      throw faultOf(error);
    }
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
