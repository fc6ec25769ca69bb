import type { BillingServices } from '#billing/module-handler.ts';
import { conditionRefusal } from '#billing/modules/charges/public.ts';
import { cachedTariffs, versionsOf } from '#billing/modules/tariffs/public.ts';
import { moneyToWire } from '#domain/money.ts';
import type { ReadingRules } from '#domain/readings/reading-rules.ts';
import { createBatcher } from '#platform/batcher.ts';
import { loadForecast } from './charge-with-reading.ts';
import { findFirstAnswers } from './first-answers.ts';
import { judgeSubmission, type Verdict } from './judge-submission.ts';
import { type LoadedFacts, loadReadingFacts } from './reading-facts.ts';
import type { ReadingToStore, Submission } from './submission.ts';
import { sumOfReading } from './sum-of-reading.ts';

/** A submission, and whether it was judged before and could not be stored. */
export interface ToJudge {
  readonly submission: Submission;
  readonly again: boolean;
}

/** Judges submissions in batches: the facts of all that wait are loaded by one statement. */
export function createJudging({ db, clock }: BillingServices) {
  /** A reading that takes estimates of earlier months back is priced as closing would do it. */
  async function sumWithRecalculation(reading: ReadingToStore, rules: ReadingRules): Promise<string | null> {
    const { submission, period, meterId, newValues, effectiveDate } = reading;
    const forecast = await loadForecast(db, submission.accountNumber, period, rules);
    return forecast?.withReading({ meterId, values: newValues, effectiveDate }).sum ?? null;
  }

  /** The verdicts with sums on what is to be stored. */
  async function judge(items: readonly Submission[], loaded: LoadedFacts): Promise<Verdict[]> {
    const tariffs = await cachedTariffs(db);
    const verdicts: Verdict[] = [];
    for (const [index, submission] of items.entries()) {
      const account = loaded.accounts[index];
      const verdict = judgeSubmission(account, submission, loaded.rules, loaded.now);
      if (verdict.kind === 'answered' || account === undefined) {
        verdicts.push(verdict);
        continue;
      }
      const { meter, reading } = verdict;
      if (conditionRefusal(account.condition) !== undefined) {
        verdicts.push({ ...verdict, reading: { ...reading, sum: null } });
        continue;
      }
      const versions = versionsOf(tariffs, account);
      const sum = sumOfReading(meter, reading, versions);
      const sumText =
        sum === 'recalculation'
          ? await sumWithRecalculation(reading, loaded.rules)
          : sum === undefined
            ? null
            : moneyToWire(sum);
      verdicts.push({ ...verdict, reading: { ...reading, sum: sumText } });
    }
    return verdicts;
  }

  /**
   * What was answered before to a request id is answered again, and another reading under it is refused. A reading that is about to be stored needs no look: its
   * unique request id is held by the database, and the one that was refused there comes again.
   */
  async function answerRepeated(
    items: readonly ToJudge[],
    verdicts: readonly Verdict[],
  ): Promise<readonly Verdict[]> {
    const doubtful = items.filter(({ again }, index) => again || verdicts[index]?.kind === 'answered');
    if (doubtful.length === 0) return verdicts;
    const before = await findFirstAnswers(
      db,
      doubtful.map(({ submission }) => submission),
    );
    if (before.size === 0) return verdicts;
    return verdicts.map((verdict, index) => {
      const first = before.get((items[index] as ToJudge).submission);
      return first === undefined ? verdict : { kind: 'answered', answer: first };
    });
  }

  return createBatcher<ToJudge, Verdict>({
    maxSize: 64,
    concurrency: 1,
    async run(items) {
      const submissions = items.map(({ submission }) => submission);
      const accountNumbers = submissions.map(({ accountNumber }) => accountNumber);
      const loaded = await loadReadingFacts(db, accountNumbers, clock.now());
      return answerRepeated(items, await judge(submissions, loaded));
    },
  });
}
