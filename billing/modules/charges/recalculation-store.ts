import { sql } from 'kysely';
import type { ChargeLineData } from '#billing/api/charges.ts';
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

/** Accounts that the month before left with a value by average, in the order of their numbers. */
export async function listAveragedAccounts(
  db: BillingDatabase,
  period: BillingPeriod,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly string[]> {
  const { rows } = await sql<{ number: string }>`
    select distinct account_number as number from billing.consumption
    where period = ${addMonths(period, -1)} and basis <> 'actual' and account_number > ${after}
    order by 1 limit ${limit}`.execute(db);
  return rows.map(({ number }) => number);
}

/** An account whose readings of the period were not looked at yet. */
export interface ReadAccountRow {
  readonly accountNumber: string;
  /** How often a recalculation of the period was booked before. */
  readonly revision: number;
  readonly readingIds: readonly string[];
}

/** Of these accounts those that were read since, all of it before `readUntil`, and not recalculated from these readings. */
export async function listReadAccounts(
  db: BillingDatabase,
  period: BillingPeriod,
  accountNumbers: readonly string[],
  readUntil: string,
): Promise<readonly ReadAccountRow[]> {
  const { rows } = await sql<ReadAccountRow>`
    select given.account_number as "accountNumber", coalesce(last.revision, 0)::int as revision,
      given.ids as "readingIds"
    from (
      select r.account_number, array_agg(r.reading_id order by r.reading_id) as ids, max(r.submitted_at) as given_at
      from billing.reading r
      join billing.consumption c on c.account_number = r.account_number and c.period = ${addMonths(period, -1)}
        and c.meter_id = r.meter_id and c.zone = r.zone and c.basis <> 'actual'
      where r.account_number = any(${[...accountNumbers]}::text[]) and r.period = ${period} and r.status = 'accepted'
      group by r.account_number
    ) given
    left join lateral (
      select revision, reading_ids from billing.recalculation booked
      where booked.account_number = given.account_number and booked.period = ${period}
      order by revision desc limit 1
    ) last on true
    where given.given_at <= ${readUntil}::timestamptz and last.reading_ids is distinct from given.ids
    order by given.account_number`.execute(db);
  return rows;
}

/** A recalculation as it is kept. */
export interface RecalculationToStore extends ReadAccountRow {
  /** What is booked now: the whole less what was booked before. */
  readonly amount: Kopiykas;
  readonly lines: readonly ChargeLineData[];
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
