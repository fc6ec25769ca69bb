import { answer } from '#billing/api/define-module.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { BillingServices } from '#billing/module-handler.ts';
import { openPeriodsUpTo } from '#billing/modules/charges/public.ts';
import { cachedTariffs } from '#billing/modules/tariffs/public.ts';
import { NothingStored } from '#billing/nothing-stored.ts';
import { moneyToWire } from '#domain/money.ts';
import type { ReadingRules } from '#domain/readings/reading-rules.ts';
import type { Instant } from '#domain/time/instant.ts';
import { createBatcher } from '#platform/batcher.ts';
import { loadForecast } from './charge-with-reading.ts';
import { judgeSubmission, type Verdict } from './judge-submission.ts';
import { type LoadedFacts, loadReadingFacts } from './reading-facts.ts';
import { createReceiptNumbers } from './receipt-numbers.ts';
import type { ReadingToStore, Submission, SubmissionAnswer } from './submission.ts';
import { sumOfReading } from './sum-of-reading.ts';
import { writeReadings } from './write-readings.ts';

/** Other nodes may be faster as often as this; then something else is wrong. */
const mostTries = 5;

/** Another node stored a reading for the same account meanwhile: unique key, foreign key lock order, serialisation. */
const retriedCodes = new Set(['23505', '40P01', '40001']);

/**
 * Takes submissions by group commit: what arrives together is judged by one statement's facts and stored by one statement.
 * Submissions of one account never run side by side in this process; between processes the unique keys decide, and the
 * loser looks again.
 */
function createSubmitter({ db, clock }: BillingServices) {
  const takeNumbers = createReceiptNumbers(db);

  /** The verdicts with sums on what is to be stored. */
  async function judge(items: readonly Submission[], loaded: LoadedFacts): Promise<Verdict[]> {
    const tariffs = await cachedTariffs(db);
    const verdicts: Verdict[] = [];
    for (const [index, submission] of items.entries()) {
      const account = loaded.accounts[index];
      const verdict = judgeSubmission(account, submission, loaded.rules);
      if (verdict.kind === 'answered' || account === undefined) {
        verdicts.push(verdict);
        continue;
      }
      const { meter, reading } = verdict;
      const versions = tariffs.get(account.tariffCode)?.versions ?? [];
      const sum = sumOfReading(meter, reading.values, versions);
      const sumText =
        sum === 'recalculation'
          ? await sumWithRecalculation(db, reading, loaded.rules)
          : sum === undefined
            ? null
            : moneyToWire(sum);
      verdicts.push({ ...verdict, reading: { ...reading, sum: sumText } });
    }
    return verdicts;
  }

  async function tryBatch(
    items: readonly Submission[],
    now: Instant,
  ): Promise<SubmissionAnswer[] | undefined> {
    const loaded = await loadReadingFacts(
      db,
      items.map(({ accountNumber, requestId }) => ({ accountNumber, requestId })),
      now,
    );
    const verdicts = await judge(items, loaded);
    const toStore = verdicts.flatMap((verdict) => (verdict.kind === 'toStore' ? [verdict.reading] : []));
    // Every node writes in the same order, so that two of them never wait for each other.
    toStore.sort((a, b) => (a.submission.accountNumber < b.submission.accountNumber ? -1 : 1));
    const answers = new Map<Submission, SubmissionAnswer>();
    if (toStore.length > 0) {
      const missing = toStore.find(({ period }) => loaded.states[period] === undefined);
      if (missing !== undefined) {
        await openPeriodsUpTo(db, missing.period);
        return undefined;
      }
      const written = await writeReadings(db, toStore, await takeNumbers(toStore.length), now);
      if (written.kind === 'periodMoved') return undefined;
      toStore.forEach((reading, index) => {
        const stored = written.answers[index];
        if (stored !== undefined) answers.set(reading.submission, answer(stored));
      });
    }
    return verdicts.map((verdict, index) => {
      if (verdict.kind === 'answered') return verdict.answer;
      return answers.get(items[index] as Submission) as SubmissionAnswer;
    });
  }

  async function takeBatch(items: readonly Submission[]): Promise<readonly SubmissionAnswer[]> {
    for (let tries = 1; ; tries++) {
      try {
        const answers = await tryBatch(items, clock.now());
        if (answers !== undefined) return answers;
        if (tries === mostTries) throw new Error('the period of the readings does not settle');
      } catch (error) {
        if (!isRetried(error) || tries === mostTries) throw error;
      }
    }
  }

  /** A batch that fails is taken one by one, so that a submission that can't be stored harms no other. */
  async function run(items: readonly Submission[]): Promise<readonly Settled[]> {
    try {
      return (await takeBatch(items)).map((value) => ({ status: 'fulfilled', value }));
    } catch (reason) {
      if (items.length === 1) return [{ status: 'rejected', reason }];
      const settled: Settled[] = [];
      for (const item of items) settled.push(...(await run([item])));
      return settled;
    }
  }

  const batcher = createBatcher<Submission, Settled>({
    maxSize: 64,
    concurrency: 2,
    leastBeside: 12,
    exclusiveKey: (submission) => submission.accountNumber,
    run,
  });

  /** Takes one submission; throws NothingStored, or another fault when what became of it can't be known. */
  return async (submission: Submission): Promise<SubmissionAnswer> => {
    const settled = await batcher.add(submission);
    if (settled.status === 'rejected') throw faultOf(settled.reason);
    return settled.value;
  };
}

type Settled = PromiseSettledResult<SubmissionAnswer>;

/**
 * An error that the database reports by itself has undone its statement, and one of our own comes before anything is
 * written; when the connection broke, nobody knows.
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

function isRetried(error: unknown): boolean {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' && retriedCodes.has(code);
}

/** A reading that takes estimates of earlier months back is priced as closing would do it. */
async function sumWithRecalculation(
  db: BillingDatabase,
  reading: ReadingToStore,
  rules: ReadingRules,
): Promise<string | null> {
  const { submission, period, meterId, newValues, effectiveDate } = reading;
  const forecast = await loadForecast(db, submission.accountNumber, period, rules);
  return forecast?.withReading({ meterId, values: newValues, effectiveDate }).sum ?? null;
}

const submitters = new WeakMap<BillingDatabase, ReturnType<typeof createSubmitter>>();

/** The submitter of a database: submissions and corrections share it, so that they keep their turn. */
export function submitterOf(services: BillingServices): ReturnType<typeof createSubmitter> {
  const known = submitters.get(services.db);
  if (known !== undefined) return known;
  const made = createSubmitter(services);
  submitters.set(services.db, made);
  return made;
}
