import { answer, refuse } from '#billing/api/define-module.ts';
import type { SubmittedReadingData } from '#billing/api/readings.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { BillingServices } from '#billing/module-handler.ts';
import { conditionRefusal, measureRegister } from '#billing/modules/charges/public.ts';
import { cachedTariffs, versionsOf } from '#billing/modules/tariffs/public.ts';
import { chargeConsumption } from '#domain/charges/charge-consumption.ts';
import { totalOf } from '#domain/charges/charge-line.ts';
import { type Kopiykas, moneyToWire } from '#domain/money.ts';
import { isUntouched } from '#domain/readings/reading-value.ts';
import type { TariffVersion } from '#domain/tariffs/tariff.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { createBatcher } from '#platform/batcher.ts';
import { plainArray } from '#platform/database/copy.ts';
import { isDatabaseAway } from '#platform/database/is-database-away.ts';
import { compiledSql, int4, json, nullable, type RowOf, text, uuid } from '#platform/database/typed-sql.ts';
import { assessSubmission, type Verdict } from './assess-submission.ts';
import { loadForecast } from './charge-with-reading.ts';
import type { MeterRecord } from './facts/account-facts.ts';
import { type LoadedFacts, loadMeterFacts } from './facts/reading-facts.ts';
import type { ReadingToStore, Submission, SubmissionAnswer, ZoneValues } from './submission.ts';

const statement = `
select i.position::int as position, billing.reading_answer(s) as outcome, s.meter_id as "meterId", s.reason, s.photo_id as "photoId"
from unnest($1::text[], $2::uuid[]) with ordinality as i(account_number, request_id, position)
join billing.reading_submission s on s.account_number = i.account_number and s.request_id = i.request_id`;

const firstAnswerColumns = {
  position: int4(),
  outcome: json<SubmittedReadingData>(),
  meterId: uuid(),
  reason: nullable(text()),
  photoId: nullable(uuid()),
};
type FirstAnswer = RowOf<typeof firstAnswerColumns>;

/**
 * First answers to the request ids of submissions, if any (product.md §3); common.requestReused when the first
 * submission had other values.
 */
export async function findFirstAnswers(
  db: BillingDatabase,
  submissions: readonly Submission[],
): Promise<ReadonlyMap<Submission, SubmissionAnswer>> {
  const { rows } = await db.executeQuery(
    compiledSql(firstAnswerColumns, statement, [
      submissions.map(({ accountNumber }) => accountNumber),
      plainArray(submissions.map(({ requestId }) => requestId)),
    ]),
  );
  return new Map(
    rows.map((row) => {
      const submission = submissions[row.position - 1] as Submission;
      return [submission, isSame(submission, row) ? answer(row.outcome) : refuse('common.requestReused')];
    }),
  );
}

/** Whether both submissions are the same reading; device time and confirmations are not compared. */
function isSame(submission: Submission, first: FirstAnswer): boolean {
  const { meterId = first.meterId, reason, photoId } = submission;
  const typed = Object.entries(submission.values).filter(([, text]) => !isUntouched(text));
  const { registers } = first.outcome.outcome;
  return (
    meterId.toLowerCase() === first.meterId &&
    (reason ?? null) === first.reason &&
    (photoId?.toLowerCase() ?? null) === first.photoId &&
    typed.length === registers.length &&
    typed.every(([zone, text]) =>
      registers.some((register) => register.zone === zone && register.value === Number(text)),
    )
  );
}

/**
 * Cost of a meter's consumption in the period up to a reading, from facts that are already loaded. 'wholeAccount':
 * earlier months were charged by average, so the account must be loaded; undefined: no tariff is known for the period.
 */
export function sumOfReading(
  meter: MeterRecord,
  { values, effectiveDate }: { readonly values: ZoneValues; readonly effectiveDate: LocalDate },
  versions: readonly TariffVersion[],
): Kopiykas | 'wholeAccount' | undefined {
  const { placement, digitCapacity, coefficient } = meter.facts;
  const consumptions = [];
  for (const { zone, opening } of meter.registers) {
    const value = values[zone];
    if (value === undefined) continue;
    const to = effectiveDate;
    if (!opening.isActual || to <= opening.from) return 'wholeAccount';
    const known = [
      { value: opening.value, on: opening.from },
      { value, on: to },
    ];
    const days = { from: opening.from, to };
    const months = [{ period: placement.period, ...days }];
    const register = { digitCapacity, coefficient, known, months, average: unexpectedAverage };
    for (const { energy } of measureRegister(register))
      consumptions.push({ scheme: meter.zoneScheme, zone, energy, isEstimated: false, days });
  }
  try {
    return totalOf(chargeConsumption({ period: placement.period, consumptions, versions }));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function unexpectedAverage(): never {
  throw new Error('a reading of the last day needs no average');
}

/** A submission, and whether an earlier attempt to store it failed. */
export interface SubmissionToAssess {
  readonly submission: Submission;
  readonly again: boolean;
}

/** Assesses submissions in batches: one statement loads the facts of all waiting ones. */
export function createAssessmentQueue({ db, clock }: BillingServices) {
  /** Prices a reading that reverses estimates of earlier months, or is of a contract, in the same way as closing. */
  async function sumByForecast(
    reading: ReadingToStore,
    onlyPoint: string | undefined,
  ): Promise<string | null> {
    const { submission, period, meterId, newValues, effectiveDate } = reading;
    const forecast = await loadForecast(db, submission.accountNumber, period, onlyPoint);
    return forecast?.withReading({ meterId, values: newValues, effectiveDate }).sum ?? null;
  }

  /** Assesses submissions; readings to store get their sums. */
  async function assess(items: readonly Submission[], loaded: LoadedFacts): Promise<Verdict[]> {
    const tariffs = await cachedTariffs(db);
    const verdicts: Verdict[] = [];
    for (const [index, submission] of items.entries()) {
      const account = loaded.accounts[index];
      const verdict = assessSubmission(account, submission, loaded.rules, loaded.now);
      if (verdict.kind === 'answered' || account === undefined) {
        verdicts.push(verdict);
        continue;
      }
      const { meter, reading } = verdict;
      if (conditionRefusal(account.condition) !== undefined) {
        verdicts.push({ ...verdict, reading: { ...reading, sum: null } });
        continue;
      }
      const onlyPoint = account.hasEntityContract ? meter.eicCode : undefined;
      const sum = account.hasEntityContract
        ? 'wholeAccount'
        : sumOfReading(meter, reading, versionsOf(tariffs, account));
      const sumText =
        sum === 'wholeAccount'
          ? await sumByForecast(reading, onlyPoint)
          : sum === undefined
            ? null
            : moneyToWire(sum);
      verdicts.push({ ...verdict, reading: { ...reading, sum: sumText } });
    }
    return verdicts;
  }

  /**
   * Repeats the first answer to a request id, and refuses another reading under it. Readings to be stored are not
   * looked up: the unique request id in the database rejects a repeated one, which then comes back here.
   */
  async function answerRepeated(
    items: readonly SubmissionToAssess[],
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
      const first = before.get((items[index] as SubmissionToAssess).submission);
      return first === undefined ? verdict : { kind: 'answered', answer: first };
    });
  }

  return createBatcher<SubmissionToAssess, Verdict>({
    maxSize: 64,
    concurrency: 1,
    isOutage: isDatabaseAway,
    async run(items) {
      const submissions = items.map(({ submission }) => submission);
      const loaded = await loadMeterFacts(db, submissions, clock.now());
      return answerRepeated(items, await assess(submissions, loaded));
    },
  });
}
