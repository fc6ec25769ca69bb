import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { int4, int8, nullable, typedSql } from '#platform/database/typed-sql.ts';

/** Held while rows are derived: those of an account and month are derived by one process at a time. */
const DERIVE_LOCK = 7_301_131;
/** Statements and accounts of a piece; a statement may have a thousand accounts. */
const changesAtOnce = 2000;
const accountsAtOnce = 2000;
/** Pieces that a report derives itself before it says that they are being derived. */
const maxPieces = 5;
/** Pieces of a call of the job. */
const piecesOfJob = 25;

/**
 * Derives billing.account_reading anew for the next accounts and months whose readings changed, and counts the difference. A change
 * is seen with what its statement wrote; what is written meanwhile leaves a change of its own.
 */
async function derivePiece(db: BillingDatabase): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${DERIVE_LOCK})`.execute(transaction);
    // The plan is made for a few rows, perhaps for empty tables, and there may be thousands: each is looked up by its key, also
    // by "offset 0" and by the place of a row.
    await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
      set_config('enable_mergejoin', 'off', true)`.execute(transaction);
    await sql`
      with next as (
        select change_id, sum(cardinality(account_numbers)) over (order by change_id) - cardinality(account_numbers) as before
        from (select * from billing.account_reading_change order by change_id limit ${changesAtOnce}::integer) waiting),
      taken as (
        delete from billing.account_reading_change where change_id <= (
          select max(change_id) from next where before < ${accountsAtOnce}::integer)
        returning period, account_numbers),
      pair as (
        select distinct number as account_number, period from taken cross join unnest(account_numbers) as number),
      derived as materialized (
        select pair.account_number, pair.period, kept.ctid as kept_at, kept.came_on as kept_on, kept.source as kept_source,
          kept.customer_type as kept_type, kept.meters as kept_meters, first.came_on, first.source, first.customer_type,
          read.meters
        from pair
        left join lateral (
          select ctid, * from billing.account_reading own
          where own.account_number = pair.account_number and own.period = pair.period
          offset 0) kept on true
        left join lateral (
          select (reading.submitted_at at time zone 'Europe/Kyiv')::date as came_on, reading.source, customer.customer_type
          from billing.reading
          join billing.account on account.account_number = reading.account_number
          join billing.customer on customer.customer_id = account.customer_id
          where reading.account_number = pair.account_number and reading.period = pair.period
            and reading.effective_date = (pair.period || '-01')::date + interval '1 month'
            and reading.status in ('accepted', 'underReview')
          order by reading.submitted_at, array_position('{customer,operator,remote}'::text[], reading.source)
          limit 1) first on true
        left join lateral (
          select count(distinct reading.meter_id)::integer as meters from billing.reading
          where reading.account_number = pair.account_number and reading.period = pair.period
            and reading.effective_date = (pair.period || '-01')::date + interval '1 month'
            and reading.status in ('accepted', 'underReview')) read on true
        where (kept.came_on, kept.source, kept.customer_type, coalesce(kept.meters, 0))
          is distinct from (first.came_on, first.source, first.customer_type, read.meters)),
      gone as (
        delete from billing.account_reading
        where ctid = any(array(select kept_at from derived where came_on is null and kept_at is not null))),
      written as (
        insert into billing.account_reading (account_number, period, came_on, source, customer_type, meters)
        select account_number, period, came_on, source, customer_type, meters from derived where came_on is not null
        on conflict (account_number, period) do update
          set came_on = excluded.came_on, source = excluded.source, customer_type = excluded.customer_type, meters = excluded.meters)
      insert into billing.account_reading_count (period, came_on, source, customer_type, accounts, meters)
      select period, came_on, source, customer_type, sum(accounts), sum(meters)
      from (
        select period, came_on, source, customer_type, 1 as accounts, meters from derived where came_on is not null
        union all
        select period, kept_on, kept_source, kept_type, -1, -kept_meters from derived where kept_on is not null) difference
      group by period, came_on, source, customer_type
      having sum(accounts) <> 0 or sum(meters) <> 0`.execute(transaction);
  });
}

/** The newest change, or the newest that is left of those up to another one; null: there is none. */
async function findNewestChange(db: BillingDatabase, upTo: bigint | null = null): Promise<bigint | null> {
  const { rows } = await typedSql({ newest: nullable(int8()) })`
    select max(change_id) as newest from billing.account_reading_change
    where change_id <= coalesce(${upTo?.toString() ?? null}::bigint, 9223372036854775807)`.execute(db);
  return rows[0]?.newest ?? null;
}

/**
 * Has every reading that was written before the call in billing.account_reading_count; false: too much has changed at once, the job
 * `add-up-counts` is at it.
 */
export async function bringAccountReadingsUpToDate(db: BillingDatabase): Promise<boolean> {
  const newest = await findNewestChange(db);
  if (newest === null) return true;
  for (let piece = 0; piece < maxPieces; piece += 1) {
    await derivePiece(db);
    if ((await findNewestChange(db, newest)) === null) return true;
  }
  return false;
}

/** Derives what changed, at most some pieces of it, and adds the rows of the same count up to one. */
export async function addUpAccountReadings(db: BillingDatabase): Promise<{
  /** By how many rows there are fewer. */ readonly removed: number;
  readonly isFinished: boolean;
}> {
  for (let piece = 0; piece < piecesOfJob && (await findNewestChange(db)) !== null; piece += 1)
    await derivePiece(db);
  const { rows } = await typedSql({ removed: int4() })`
    with gone as (
      delete from billing.account_reading_count where count_id in (
        select count_id from (
          select count_id, count(*) over (partition by period, came_on, source, customer_type) as same
          from billing.account_reading_count) counted
        where same > 1)
      returning period, came_on, source, customer_type, accounts, meters),
    kept as (
      insert into billing.account_reading_count (period, came_on, source, customer_type, accounts, meters)
      select period, came_on, source, customer_type, sum(accounts), sum(meters) from gone group by 1, 2, 3, 4
      having sum(accounts) <> 0 or sum(meters) <> 0
      returning 1)
    select ((select count(*) from gone) - (select count(*) from kept))::integer as removed`.execute(db);
  return { removed: rows[0]?.removed ?? 0, isFinished: (await findNewestChange(db)) === null };
}
