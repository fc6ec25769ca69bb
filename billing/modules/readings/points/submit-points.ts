import { answer, type ModuleInput, type ModuleResult, refuse } from '#billing/api/define-module.ts';
import { READING_CHECK_POINTS, READING_SUBMIT_POINTS } from '#billing/api/readings.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { type BillingServices, handleModule } from '#billing/module-handler.ts';
import { openPeriodsUpTo } from '#billing/modules/charges/public.ts';
import type { AuditOrigin } from '#billing/modules/events/public.ts';
import type { AssessedRow, RowCounts, SubmittedRow } from '#contract/values/reading-points.ts';
import { uuidOfWords } from '#platform/uuid.ts';
import { findFirstAnswers } from '../assessment-queue.ts';
import type { ReadingToStore, Submission } from '../submission.ts';
import { isRace, maxTries, submitterOf } from '../submit-batch.ts';
import { createReceiptNumbers, writeReadings } from '../write-readings.ts';
import { assessRows, type RowVerdict, storedRow } from './assess-rows.ts';
import { countOutcomes } from './count-outcomes.ts';

interface Item {
  readonly row: SubmittedRow;
  readonly submission: Submission;
}

/** The rows as submissions; the id of each is that of its meter under the request. */
function itemsOf(
  { accountNumber, rows }: Pick<ModuleInput<typeof READING_SUBMIT_POINTS>, 'accountNumber' | 'rows'>,
  requestId: string,
  by: AuditOrigin,
): Item[] {
  return rows.map((row) => {
    const meterId = row.meterId.toLowerCase();
    const { values, confirmed } = row;
    const id = uuidOfWords(requestId, meterId);
    return {
      row,
      submission: { accountNumber, meterId, values, confirmed, requestId: id, takenAt: undefined, by },
    };
  });
}

/** Whether a meter has two rows, of which none could be preferred. */
function hasMeterTwice(rows: readonly SubmittedRow[]): boolean {
  return new Set(rows.map(({ meterId }) => meterId.toLowerCase())).size < rows.length;
}

const isTaken = ({ outcome }: AssessedRow) => outcome.kind === 'accepted' || outcome.kind === 'underReview';

/** The rows with their counts; of a submission that stores nothing none is accepted. */
function answerRows(rows: readonly AssessedRow[], isStored = true) {
  const counts = countOutcomes(rows.map(({ outcome }) => outcome));
  const none = { accepted: 0, underReview: 0, reviewBy: null };
  return answer({ ...counts, ...(!isStored && none), rows: [...rows] });
}

/**
 * Rows that were stored under this request before get their first answers. Undefined: one of them had other values, so it is
 * another request under the same id.
 */
async function withFirstAnswers(
  db: BillingDatabase,
  verdicts: readonly RowVerdict[],
  again: boolean,
): Promise<readonly RowVerdict[] | undefined> {
  // What is to be stored is not looked up at first: the unique request id in the database rejects a repeated one.
  const doubtful = verdicts.filter(({ reading }) => again || reading === undefined);
  if (doubtful.length === 0) return verdicts;
  const first = await findFirstAnswers(
    db,
    doubtful.map(({ submission }) => submission),
  );
  if ([...first.values()].some(({ ok }) => !ok)) return undefined;
  return verdicts.map((verdict) => {
    const result = first.get(verdict.submission);
    if (result === undefined || !result.ok) return verdict;
    return { ...verdict, reading: undefined, row: storedRow(verdict, result.data) };
  });
}

/**
 * One event of a submission causes the notification, with the counts of all: of a reading under review if there is one, so that
 * a customer with notifications of reviews alone is notified.
 */
function withBatch(readings: readonly ReadingToStore[]): readonly ReadingToStore[] {
  if (readings.length === 1) return readings;
  const { accepted, underReview, reviewBy } = countOutcomes(readings.map(({ outcome }) => outcome));
  const notifying = readings.find(({ outcome }) => outcome.kind === 'underReview') ?? readings[0];
  return readings.map((reading) =>
    reading === notifying
      ? { ...reading, batch: { accepted, underReview, reviewBy } }
      : { ...reading, isFurther: true },
  );
}

function createPointsSubmitter({ db, clock }: BillingServices) {
  const takeNumbers = createReceiptNumbers(db);

  /** Stores readings in one statement; undefined: the facts have changed. */
  async function store(readings: readonly ReadingToStore[]) {
    const written = await writeReadings(db, withBatch(readings), await takeNumbers(readings.length));
    if (written.kind === 'stored') return written.answers;
    const [{ period } = {}] = readings;
    if (period !== undefined) await openPeriodsUpTo(db, period);
    return undefined;
  }

  /** In the turn of the account. */
  return async (place: Parameters<typeof assessRows>[1], items: readonly Item[], mode: 'all' | 'good') => {
    for (let tries = 1; ; tries++) {
      const assessed = await assessRows(db, place, items, clock.now());
      if (assessed === undefined) return refuse('common.notFound');
      const verdicts = await withFirstAnswers(db, assessed, tries > 1);
      if (verdicts === undefined) return refuse('common.requestReused');
      const rows = verdicts.map(({ row }) => row);
      const toStore = verdicts.flatMap(({ reading }) => reading ?? []);
      if (mode === 'all' && !rows.every(isTaken)) return answerRows(rows, false);
      if (toStore.length === 0) return answerRows(rows);
      try {
        const answers = await store(toStore);
        if (answers !== undefined) {
          const stored = new Map(toStore.map((reading, index) => [reading, answers[index]]));
          const answered = verdicts.map((verdict) => {
            const submitted = verdict.reading && stored.get(verdict.reading);
            return submitted === undefined ? verdict.row : storedRow(verdict, submitted);
          });
          return answerRows(answered);
        }
        if (tries === maxTries) throw new Error('period is not open');
      } catch (error) {
        if (!isRace(error) || tries === maxTries) throw error;
      }
    }
  };
}

/**
 * READING_SUBMIT_POINTS: readings of many meters in one transaction with their audit entries and events (product.md §6), by the
 * rules of single readings and in turn with them.
 */
export const handleReadingSubmitPoints = handleModule(READING_SUBMIT_POINTS, (services) => {
  const { inTurn } = submitterOf(services);
  const submit = createPointsSubmitter(services);
  return async ({ accountNumber, points, rows, requestId, mode }, by) => {
    if (hasMeterTwice(rows)) return refuse('readings.rowTwice');
    const items = itemsOf({ accountNumber, rows }, requestId, by);
    return inTurn(accountNumber, () => submit({ accountNumber, points }, items, mode));
  };
});

/** READING_CHECK_POINTS: the dry run of a workbook (product.md §6). */
export const handleReadingCheckPoints = handleModule(
  READING_CHECK_POINTS,
  ({ db, clock }) =>
    async (
      { accountNumber, points, rows },
      by,
    ): Promise<ModuleResult<RowCounts & { rows: AssessedRow[] }>> => {
      if (hasMeterTwice(rows)) return refuse('readings.rowTwice');
      const verdicts = await assessRows(
        db,
        { accountNumber, points },
        itemsOf({ accountNumber, rows }, '', by),
        clock.now(),
      );
      if (verdicts === undefined) return refuse('common.notFound');
      return answerRows(verdicts.map(({ row }) => row));
    },
);
