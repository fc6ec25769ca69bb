import { CompiledQuery } from 'kysely';
import { answer, refuse } from '#billing/api/define-module.ts';
import type { SubmittedReadingData } from '#billing/api/readings/readings.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { isUntouched } from '#domain/readings/parse-reading-value.ts';
import { plainArray } from '#platform/database/plain-array.ts';
import type { Submission, SubmissionAnswer } from './submission.ts';

const statement = `
select i.position::int as position, s.outcome, s.meter_id as "meterId", s.reason, s.photo_id as "photoId"
from unnest($1::text[], $2::uuid[]) with ordinality as i(account_number, request_id, position)
join billing.reading_submission s on s.account_number = i.account_number and s.request_id = i.request_id`;

interface FirstAnswer {
  readonly position: number;
  readonly outcome: SubmittedReadingData;
  readonly meterId: string;
  readonly reason: string | null;
  readonly photoId: string | null;
}

/**
 * First answers to the request ids of submissions, if any (product.md §3); common.requestReused when the first
 * submission had other values.
 */
export async function findFirstAnswers(
  db: BillingDatabase,
  submissions: readonly Submission[],
): Promise<ReadonlyMap<Submission, SubmissionAnswer>> {
  const { rows } = await db.executeQuery<FirstAnswer>(
    CompiledQuery.raw(statement, [
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
    reason === first.reason &&
    (photoId?.toLowerCase() ?? null) === first.photoId &&
    typed.length === registers.length &&
    typed.every(([zone, text]) =>
      registers.some((register) => register.zone === zone && register.value === Number(text)),
    )
  );
}
