import { CompiledQuery } from 'kysely';
import type { SubmittedReadingData } from '#billing/api/readings.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { plainArray } from '#platform/database/plain-array.ts';
import type { Submission } from './submission.ts';

const statement = `
select i.position::int as position, s.outcome
from unnest($1::text[], $2::uuid[]) with ordinality as i(account_number, request_id, position)
join billing.reading_submission s on s.account_number = i.account_number and s.request_id = i.request_id`;

/** What was answered before to the request ids of submissions, where something was (product.md §3). */
export async function findFirstAnswers(
  db: BillingDatabase,
  submissions: readonly Submission[],
): Promise<ReadonlyMap<Submission, SubmittedReadingData>> {
  const { rows } = await db.executeQuery<{ position: number; outcome: SubmittedReadingData }>(
    CompiledQuery.raw(statement, [
      submissions.map(({ accountNumber }) => accountNumber),
      plainArray(submissions.map(({ requestId }) => requestId)),
    ]),
  );
  return new Map(rows.map(({ position, outcome }) => [submissions[position - 1] as Submission, outcome]));
}
