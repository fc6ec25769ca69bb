import { type RawBuilder, sql } from 'kysely';
import { answer } from '#billing/api/define-module.ts';
import { DEBT_UPDATE } from '#billing/api/reports.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { allocateAccount, type DebtEvent } from '#domain/ledger/allocate-account.ts';
import type { Kopiykas } from '#domain/money.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import { int8, nullable, text, textArray, typedSql, uuid } from '#platform/database/typed-sql.ts';
import { bookingOrder, type DebtRow, debtEventRows, toDebtEvent } from '../debt-events-store.ts';

/** Advisory-lock key; unique per lock. Who derives debts later has newer entries, and is to write later. */
const UPDATE_LOCK = 7_301_128;
/** Accounts whose entries are read at a time. */
const accountsAtOnce = 1000;
/** Changes that are taken at a time: of one account each, or of many. */
const changesAtOnce = { ofOne: 2000, ofMany: 20 };

/** Ages of a debt in days since its last day of payment, as `overdueFor` counts it, both included. */
export const daysOfAges = {
  '1-30': [1, 30],
  '31-60': [31, 60],
  '61-90': [61, 90],
  '91-365': [91, 365],
  '366-': [366, 36_500],
} as const;

interface OpenRow extends DebtRow {
  readonly accountNumber: string;
  /** Balance before the entry: below zero an overpayment, which settles what is charged next. */
  readonly before: Kopiykas;
}

/**
 * What changed the debts of accounts that owe something, of each from the last moment on at which it owed nothing: before that no
 * month is open, and of what was paid only the sum is left.
 */
async function listOpenRows(db: BillingDatabase, accounts: readonly string[]): Promise<readonly OpenRow[]> {
  const { rows } = await typedSql<OpenRow>({
    accountNumber: text(),
    period: text(),
    paymentId: nullable(uuid()),
    namedPeriod: nullable(text()),
    amount: int8(),
    before: int8(),
  })`
    with event as materialized (
      select *, sum(signed) over in_order as balance, row_number() over in_order as place
      from (${debtEventRows(sql`e.account_number = any(${[...accounts]}::text[])`)}) event
      window in_order as (partition by account_number order by ${bookingOrder})),
    debtor as (
      select account_number, coalesce(max(place) filter (where balance <= 0), 0) as settled_at
      from event group by account_number having sum(signed) > 0)
    select event.account_number as "accountNumber", period, payment_id as "paymentId", named_period as "namedPeriod",
      signed as amount, (balance - signed)::bigint as before
    from event join debtor on debtor.account_number = event.account_number and event.place > debtor.settled_at
    order by event.account_number, event.place`.execute(db);
  return rows;
}

/** The open months of accounts by `allocateAccount`. */
function openMonths(rows: readonly OpenRow[]) {
  return [...Map.groupBy(rows, ({ accountNumber }) => accountNumber)].flatMap(
    ([accountNumber, ofAccount]) => {
      const events = ofAccount.map(toDebtEvent);
      const [first] = ofAccount;
      const overpaid: DebtEvent[] =
        first !== undefined && first.before < 0n
          ? [{ kind: 'charge', period: first.period as BillingPeriod, amount: first.before }]
          : [];
      return allocateAccount([...overpaid, ...events]).open.map(({ period, amount }) => ({
        accountNumber,
        period,
        amount: amount.toString(),
      }));
    },
  );
}

/** SQL that adds rows of debts to billing.debt_count, or takes them out of it; one process at a time does. */
const countDebts = (rows: RawBuilder<unknown>, sign: 1 | -1) => sql`
  insert into billing.debt_count as kept (due_on, earlier_due_on, accounts, amount_kopiykas)
  select due_on, earlier_due_on, ${sql.lit(sign)} * count(*), ${sql.lit(sign)} * sum(amount_kopiykas)
  from (
    select due_on, sum(amount_kopiykas) as amount_kopiykas,
      lag(due_on, 1, '-infinity'::date) over (partition by account_number order by due_on) as earlier_due_on
    from ${rows} debt where due_on is not null group by account_number, due_on) of_day
  group by due_on, earlier_due_on
  on conflict (due_on, earlier_due_on) do update
    set accounts = kept.accounts + excluded.accounts, amount_kopiykas = kept.amount_kopiykas + excluded.amount_kopiykas`;

async function deriveDebts(db: BillingDatabase, accounts: readonly string[]): Promise<void> {
  const months = openMonths(await listOpenRows(db, accounts));
  await sql`
    with gone as (
      delete from billing.debt_month where account_number = any(${[...accounts]}::text[])
      returning account_number, due_on, amount_kopiykas)
    ${countDebts(sql`gone`, -1)}`.execute(db);
  // The bill that asks for a month: its own, else the next one (domain/ledger/due-now.ts).
  await sql`
    with debt as (
      select month."accountNumber" as account_number, month.period, month.amount as amount_kopiykas, (
        select b.due_on from billing.bill b where b.account_number = month."accountNumber" and b.period >= month.period
        order by b.period limit 1) as due_on
      from jsonb_to_recordset(${JSON.stringify(months)}::jsonb) as month ("accountNumber" text, period text, amount bigint)),
    placed as (
      select *, lead(due_on) over in_order as next_due_on, sum(amount_kopiykas) over in_order as overdue_kopiykas,
        min(period) over in_order as oldest_period, min(due_on) over in_order as oldest_due_on
      from debt
      window in_order as (partition by account_number order by due_on nulls last, period rows unbounded preceding)),
    made as (
      insert into billing.debt_month (account_number, period, amount_kopiykas, due_on, stands_until, overdue_kopiykas,
        oldest_period, oldest_due_on)
      select account_number, period, amount_kopiykas, due_on, case when stands then coalesce(next_due_on, 'infinity') end,
        case when stands then overdue_kopiykas end, case when stands then oldest_period end,
        case when stands then oldest_due_on end
      from (select *, due_on is distinct from next_due_on as stands from placed) placed
      returning account_number, due_on, amount_kopiykas)
    ${countDebts(sql`made`, 1)}`.execute(db);
}

/** Takes changes away and returns their accounts; what is beyond `limit` accounts is put back. */
async function takeAccounts(
  db: BillingDatabase,
  limit: number,
): Promise<{ readonly accounts: readonly string[]; readonly isCut: boolean }> {
  const pick = (isOfOne: boolean, count: number) =>
    typedSql({ first: textArray(), last: textArray() })`
    with gone as (
      delete from billing.debt_change where change_id in (
        select change_id from billing.debt_change where (first_account = last_account) = ${isOfOne}::boolean
        order by first_account, change_id limit ${count}::integer)
      returning first_account, last_account)
    select coalesce(array_agg(first_account), '{}') as first, coalesce(array_agg(last_account), '{}') as last from gone`.execute(
      db,
    );
  let [taken] = (await pick(true, Math.min(changesAtOnce.ofOne, limit))).rows;
  if (taken === undefined || taken.first.length === 0)
    [taken] = (await pick(false, changesAtOnce.ofMany)).rows;
  if (taken === undefined || taken.first.length === 0) return { accounts: [], isCut: false };
  const ranges = sql`unnest(${[...taken.first]}::text[], ${[...taken.last]}::text[]) as taken (first_account, last_account)`;
  const { rows } = await typedSql({ number: text() })`
    select distinct a.account_number as number
    from ${ranges} join billing.account a on a.account_number between taken.first_account and taken.last_account
    order by 1 limit ${limit + 1}::integer`.execute(db);
  const next = rows[limit]?.number;
  if (next !== undefined)
    await sql`
      insert into billing.debt_change (first_account, last_account)
      select greatest(first_account, ${next}), last_account from ${ranges} where last_account >= ${next}`.execute(
      db,
    );
  return { accounts: rows.slice(0, limit).map(({ number }) => number), isCut: next !== undefined };
}

/**
 * Derives the debts of the next changed accounts anew, at most `limit` of them. An entry that is booked meanwhile leaves a
 * change of its own.
 */
async function updateDebts(db: BillingDatabase, limit: number) {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${UPDATE_LOCK})`.execute(transaction);
    const { accounts, isCut } = await takeAccounts(transaction, limit);
    for (let start = 0; start < accounts.length; start += accountsAtOnce)
      await deriveDebts(transaction, accounts.slice(start, start + accountsAtOnce));
    if (accounts.length > 0)
      await sql`delete from billing.debt_count where accounts = 0`.execute(transaction);
    return { accounts: accounts.length, isCut };
  });
}

/** Pieces that a report derives itself before it says that debts are being derived. */
const maxPieces = 5;
const pieceOfReport = 1000;

/** The newest change up to another one; null: there is none. */
async function findNewestChange(db: BillingDatabase, upTo: bigint | null = null): Promise<bigint | null> {
  const { rows } = await typedSql({ newest: nullable(int8()) })`
    select max(change_id) as newest from billing.debt_change
    where ${upTo === null ? null : upTo.toString()}::bigint is null or change_id <= ${upTo === null ? null : upTo.toString()}::bigint`.execute(
    db,
  );
  return rows[0]?.newest ?? null;
}

/**
 * Has every entry and bill that was booked before the call in billing.debt_month; false: too much has changed at once, the job
 * `update-debts` is at it.
 */
export async function bringDebtsUpToDate(db: BillingDatabase): Promise<boolean> {
  const newest = await findNewestChange(db);
  if (newest === null) return true;
  for (let piece = 0; piece < maxPieces; piece += 1) {
    const { isCut } = await updateDebts(db, pieceOfReport);
    if (!isCut && (await findNewestChange(db, newest)) === null) return true;
  }
  return false;
}

/** DEBT_UPDATE: asked by a job until nothing is left. */
export const handleDebtUpdate = handleModule(DEBT_UPDATE, ({ db }) => async ({ accounts }) => {
  const updated = await updateDebts(db, accounts);
  return answer({ isFinished: (await findNewestChange(db)) === null, accounts: updated.accounts });
});
