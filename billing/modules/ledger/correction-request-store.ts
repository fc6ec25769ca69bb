import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { Kopiykas } from '#domain/money.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';

/** A correction above the limit of its author. */
export interface CorrectionRequest {
  readonly accountNumber: string;
  /** The entry that it becomes has the same id. */
  readonly entryId: string;
  /** What it changes the debt by. */
  readonly amount: Kopiykas;
  readonly reverses: string | null;
  readonly reason: string;
  readonly authorId: string;
  readonly authorName: string;
  readonly requestedAt: Instant;
  readonly state: 'waiting' | 'confirmed' | 'declined';
  readonly decidedById: string | null;
}

const columns = sql`account_number as "accountNumber", entry_id as "entryId", amount_kopiykas as amount,
  reverses_entry_id as reverses, reason, author_id as "authorId", author_name as "authorName",
  requested_at as "requestedAt", state, decided_by_id as "decidedById"`;

/** A request of an account, whose row must be locked; undefined: there is none. */
export async function findCorrectionRequest(
  db: BillingDatabase,
  accountNumber: string,
  entryId: string,
): Promise<CorrectionRequest | undefined> {
  const { rows } = await sql<CorrectionRequest>`
    select ${columns} from billing.correction_request
    where account_number = ${accountNumber} and entry_id = ${entryId}`.execute(db);
  return rows[0];
}

/** Whether the reversal of an entry waits for a decision already. */
export async function isReversalWaiting(
  db: BillingDatabase,
  accountNumber: string,
  entryId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from billing.correction_request
    where account_number = ${accountNumber} and reverses_entry_id = ${entryId} and state = 'waiting'`.execute(
    db,
  );
  return rows.length > 0;
}

/** Those that wait, the oldest first, and how many there are. */
export async function listWaitingCorrections(
  db: BillingDatabase,
  limit: number,
): Promise<{ readonly corrections: readonly CorrectionRequest[]; readonly count: number }> {
  const { rows } = await sql<CorrectionRequest & { readonly count: number }>`
    select ${columns}, (count(*) over ())::int as count from billing.correction_request
    where state = 'waiting' order by requested_at, entry_id limit ${limit}`.execute(db);
  return { corrections: rows, count: rows[0]?.count ?? 0 };
}

export async function insertCorrectionRequest(
  db: BillingDatabase,
  request: Omit<CorrectionRequest, 'state' | 'decidedById'>,
): Promise<void> {
  const { accountNumber, entryId, amount, reverses, reason, authorId, authorName, requestedAt } = request;
  await sql`
    insert into billing.correction_request (account_number, entry_id, amount_kopiykas, reverses_entry_id, reason, author_id,
      author_name, requested_at)
    values (${accountNumber}, ${entryId}, ${amount}, ${reverses}, ${reason}, ${authorId}, ${authorName},
      ${instantToIso(requestedAt)}::timestamptz)`.execute(db);
}

/** Writes what a second administrator decided. */
export async function decideCorrectionRequest(
  db: BillingDatabase,
  { accountNumber, entryId }: Pick<CorrectionRequest, 'accountNumber' | 'entryId'>,
  decided: {
    readonly state: 'confirmed' | 'declined';
    readonly by: { readonly id: string; readonly name: string };
    readonly at: Instant;
  },
): Promise<void> {
  await sql`
    update billing.correction_request set state = ${decided.state}, decided_by_id = ${decided.by.id},
      decided_by_name = ${decided.by.name}, decided_at = ${instantToIso(decided.at)}::timestamptz
    where account_number = ${accountNumber} and entry_id = ${entryId} and state = 'waiting'`.execute(db);
}
