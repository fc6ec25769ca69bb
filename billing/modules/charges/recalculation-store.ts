import { sql } from 'kysely';
import type { ChargeLineData } from '#billing/api/charges/charges.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { Kopiykas } from '#domain/money.ts';
import { addMonths, type BillingPeriod } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';

/** Any number that nothing else in the database locks. */
const RECALCULATION_LOCK = 7_305_202;

/**
 * The first period that is not closed, held open until the transaction ends; undefined: its closing is under way, which
 * recalculates by itself, or another process books recalculations now.
 */
export async function holdOpenPeriod(db: BillingDatabase): Promise<BillingPeriod | undefined> {
  const { rows } = await sql<{ period: BillingPeriod; state: string; isMine: boolean }>`
    select period, state, pg_try_advisory_xact_lock(${RECALCULATION_LOCK}) as "isMine" from billing.period
    where period = (select min(period) from billing.period where state <> 'closed')
    for share`.execute(db);
  const [row] = rows;
  return row?.state === 'open' && row.isMine ? row.period : undefined;
}

/** Accounts that a request names, or that the month before left with a value by average, in the order of their numbers. */
export async function listAccountsToLookAt(
  db: BillingDatabase,
  period: BillingPeriod,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly string[]> {
  const { rows } = await sql<{ number: string }>`
    (select distinct account_number as number from billing.consumption
      where period = ${addMonths(period, -1)} and basis <> 'actual' and account_number > ${after}
      order by 1 limit ${limit})
    union
    (select distinct account_number from billing.recalculation_request
      where booked_period is null and account_number > ${after} order by 1 limit ${limit})
    order by 1 limit ${limit}`.execute(db);
  return rows.map(({ number }) => number);
}

/** An account that a request names, or whose readings of the period were not looked at yet. */
export interface AccountToRecalculate {
  readonly accountNumber: string;
  /** How often a recalculation of the period was booked before. */
  readonly revision: number;
  readonly readingIds: readonly string[];
}

/**
 * Of these accounts those that a request names, and those that were read since, all of it before `readUntil`, and not
 * recalculated from these readings.
 */
export async function listAccountsToRecalculate(
  db: BillingDatabase,
  period: BillingPeriod,
  accountNumbers: readonly string[],
  readUntil: string,
): Promise<readonly AccountToRecalculate[]> {
  const { rows } = await sql<AccountToRecalculate>`
    select wanted.account_number as "accountNumber", coalesce(last.revision, 0)::int as revision,
      coalesce(given.ids, '{}') as "readingIds"
    from unnest(${[...accountNumbers]}::text[]) as wanted (account_number)
    left join (
      select r.account_number, array_agg(r.reading_id order by r.reading_id) as ids, max(r.submitted_at) as given_at
      from billing.reading r
      join billing.consumption c on c.account_number = r.account_number and c.period = ${addMonths(period, -1)}
        and c.meter_id = r.meter_id and c.zone = r.zone and c.basis <> 'actual'
      where r.account_number = any(${[...accountNumbers]}::text[]) and r.period = ${period} and r.status = 'accepted'
      group by r.account_number
    ) given using (account_number)
    left join lateral (
      select revision, reading_ids from billing.recalculation booked
      where booked.account_number = wanted.account_number and booked.period = ${period}
      order by revision desc limit 1
    ) last on true
    where (given.given_at <= ${readUntil}::timestamptz and last.reading_ids is distinct from given.ids)
      or exists (select from billing.recalculation_request q
        where q.account_number = wanted.account_number and q.booked_period is null)
    order by wanted.account_number`.execute(db);
  return rows;
}

/** A recalculation as it is kept. */
export interface RecalculationToStore extends AccountToRecalculate {
  /** What is booked now: the whole less what was booked before. */
  readonly amount: Kopiykas;
  readonly lines: readonly ChargeLineData[];
}

/** Notes the period that answers requests; they are of these accounts. */
export async function markRequests(
  db: BillingDatabase,
  period: BillingPeriod,
  accounts: readonly { readonly accountNumber: string; readonly requestIds: readonly string[] }[],
): Promise<void> {
  const ids = accounts.flatMap(({ accountNumber, requestIds }) =>
    requestIds.map((requestId) => ({ accountNumber, requestId })),
  );
  if (ids.length === 0) return;
  await sql`
    update billing.recalculation_request q set booked_period = ${period}
    from unnest(${ids.map((one) => one.accountNumber)}::text[], ${ids.map((one) => one.requestId)}::uuid[])
      as answered (account_number, request_id)
    where q.account_number = answered.account_number and q.request_id = answered.request_id`.execute(db);
}

/** Keeps what recalculations are made of, the next revision of each. */
export async function insertRecalculations(
  db: BillingDatabase,
  period: BillingPeriod,
  recalculations: readonly RecalculationToStore[],
  bookedAt: Instant,
): Promise<void> {
  const rows = recalculations.map(({ accountNumber, revision, readingIds, amount, lines }) => ({
    account_number: accountNumber,
    revision: revision + 1,
    reading_ids: readingIds,
    amount: amount.toString(),
    lines,
  }));
  await sql`
    insert into billing.recalculation (account_number, period, revision, booked_at, reading_ids, amount_kopiykas, lines)
    select account_number, ${period}, revision, ${instantToIso(bookedAt)}::timestamptz, reading_ids, amount, lines
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (account_number text, revision smallint, reading_ids uuid[], amount bigint, lines jsonb)`.execute(
    db,
  );
}
