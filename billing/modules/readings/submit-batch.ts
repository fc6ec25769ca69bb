import { answer } from '#billing/api/define-module.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { BillingServices } from '#billing/module-handler.ts';
import { NothingStored } from '#billing/nothing-stored.ts';
import { createTurns } from '#platform/turns.ts';
import { createJudging } from './judge-batch.ts';
import { createStoring } from './store-batch.ts';
import type { Submission, SubmissionAnswer } from './submission.ts';

/** Other nodes may be faster as often as this; then something else is wrong. */
const mostTries = 5;

/**
 * Takes submissions by group commit, in two stages of their own, so that while some are stored others are judged already.
 * Submissions of one account never run side by side in this process; between processes the unique keys decide, and the
 * loser is judged again.
 */
function createSubmitter(services: BillingServices) {
  const turns = createTurns();
  const judging = createJudging(services);
  const storing = createStoring(services);

  async function submit(submission: Submission): Promise<SubmissionAnswer> {
    for (let tries = 1; ; tries++) {
      const verdict = await judging.add({ submission, again: tries > 1 });
      if (verdict.kind === 'answered') return verdict.answer;
      const stored = await storing.add(verdict.reading);
      if (stored.kind === 'stored') return answer(stored.submitted);
      if (stored.kind === 'failed') throw stored.reason;
      if (tries === mostTries) throw stored.because;
    }
  }

  /** Takes one submission; throws NothingStored, or another fault when what became of it can't be known. */
  return async (submission: Submission): Promise<SubmissionAnswer> => {
    try {
      return await turns.take(submission.accountNumber, () => submit(submission));
    } catch (error) {
      throw faultOf(error);
    }
  };
}

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

const submitters = new WeakMap<BillingDatabase, ReturnType<typeof createSubmitter>>();

/** The submitter of a database: submissions and corrections share it, so that they keep their turn. */
export function submitterOf(services: BillingServices): ReturnType<typeof createSubmitter> {
  const known = submitters.get(services.db);
  if (known !== undefined) return known;
  const made = createSubmitter(services);
  submitters.set(services.db, made);
  return made;
}
