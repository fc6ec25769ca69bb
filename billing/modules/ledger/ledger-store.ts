import { type RawBuilder, sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { BillingCondition } from '#billing/modules/accounts/public.ts';
import type { LedgerAccount, LedgerEntry, LedgerEntryKind } from '#domain/ledger/ledger.ts';
import type { Kopiykas } from '#domain/money.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { CopyBatch } from '#platform/database/copy.ts';
import { insertFrom } from '#platform/database/insert-from.ts';
import { date, int8, json, nullable, text, typedSql, uuid } from '#platform/database/typed-sql.ts';
import { newId } from '#platform/uuid.ts';
import { dueStateOf, type StoredDueState } from './due-now-store.ts';

/**
 * SQL of what an entry on the receivable is on a bill (opening, charge, recalculation, benefit, correction, payment), the same
 * split for bills, their check, the book and the screens; `alias` names the row of billing.ledger_entry. A reversal goes
 * where what it reverses went: a returned payment lowers what was paid, a charge taken back is a correction. A compensation of a
 * breached term stands among the corrections, with its own words.
 */
export function entryPart(alias: string): RawBuilder<unknown> {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  const sides = sql`(${of('debit_account')}, ${of('credit_account')})`;
  return sql`case
    when ${of('kind')} in ('opening', 'charge', 'recalculation') then ${of('kind')}
    when 'benefit' in ${sides} then 'benefit'
    when ${of('kind')} in ('correction', 'compensation') or (
      ${of('kind')} = 'reversal' and 'inTransit' not in ${sides} and 'bank' not in ${sides}) then 'correction'
    else 'payment' end`;
}

/** SQL of what an entry changes the receivable by: debt above zero; nothing when it is not on it. */
export function signedOnReceivable(alias: string): RawBuilder<unknown> {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  return sql`case when ${of('debit_account')} = 'receivable' then ${of('amount_kopiykas')}
    when ${of('credit_account')} = 'receivable' then -${of('amount_kopiykas')} else 0 end`;
}

export interface BalanceRow {
  /** Names what is due now. */
  readonly dueState: StoredDueState;
  /** Debt (+) or overpayment (−) for energy of the periods before the given one. */
  readonly receivableBefore: Kopiykas;
  readonly inTransit: Kopiykas;
  /** Latest day on which money on its way is expected; null: none is. */
  readonly inTransitUntil: string | null;
  readonly condition: BillingCondition;
}

/** The balance of an account from its entries; undefined: no such account. One statement, so one moment. */
export async function findBalance(
  db: BillingDatabase,
  accountNumber: string,
  currentPeriod: BillingPeriod,
): Promise<BalanceRow | undefined> {
  const result = await typedSql<BalanceRow>({
    dueState: json(),
    receivableBefore: int8(),
    inTransit: int8(),
    inTransitUntil: nullable(date()),
    condition: text(),
  })`
    select ${dueStateOf(sql`a.account_number`)} as "dueState",
      coalesce(sum(signed) filter (where ledger_account = 'receivable' and period < ${currentPeriod}), 0)::bigint
        as "receivableBefore",
      coalesce(sum(signed) filter (where ledger_account = 'inTransit'), 0)::bigint as "inTransit",
      (select max(p.expected_on) from billing.payment p
        where p.account_number = a.account_number and p.state = 'confirmed') as "inTransitUntil",
      a.billing_condition as condition
    from billing.account a
    left join lateral (
      select e.period, side.ledger_account, side.sign * e.amount_kopiykas as signed
      from billing.ledger_entry e
      cross join lateral (values (e.debit_account, 1), (e.credit_account, -1)) as side (ledger_account, sign)
      where e.account_number = a.account_number
    ) entry on true
    where a.account_number = ${accountNumber}
    group by a.account_number`.execute(db);
  return result.rows[0];
}

/** When the account was charged last. */
export async function findLastChargedAt(
  db: BillingDatabase,
  accountNumber: string,
): Promise<Instant | undefined> {
  const row = await db
    .selectFrom('billing.ledger_entry')
    .select(({ fn }) => fn.max('posted_at').as('postedAt'))
    .where('account_number', '=', accountNumber)
    .where('kind', '=', 'charge')
    .executeTakeFirst();
  return row?.postedAt == null ? undefined : (row.postedAt as Instant);
}

/** An entry with the account, period and cause that it is posted for. */
export interface Posting {
  readonly accountNumber: string;
  readonly period: BillingPeriod;
  readonly entry: LedgerEntry;
  readonly postedAt: Instant;
  readonly paymentId?: string;
  readonly actNumber?: string | null;
  /** The entry that this one undoes. */
  readonly reversesEntryId?: string;
  /** Default: a new one. */
  readonly entryId?: string;
  /** Why it was booked: of a correction and of a compensation. */
  readonly reason?: string;
}

/** Kinds as the table writes them. */
const storedKinds: Readonly<Record<LedgerEntryKind, string>> = {
  opening: 'opening',
  charge: 'charge',
  recalculation: 'recalculation',
  actCharge: 'act',
  reactiveCharge: 'reactive',
  benefit: 'benefit',
  correction: 'correction',
  compensation: 'compensation',
  paymentConfirmed: 'payment',
  paymentLanded: 'landing',
  reversal: 'reversal',
};

/**
 * SQL of the period that an entry of a relation is booked in: its own, or the month after a bill that was made of it before its
 * closing (decision 0155), so that no bill is changed. The rows of periods are held by who posts (`postingPeriod`).
 */
export function unbilledPeriod(alias: string, column = 'period'): string {
  return `coalesce((select to_char((max(b.period) || '-01')::date + interval '1 month', 'YYYY-MM') from billing.bill b
    join billing.account a on a.account_number = b.account_number and a.contract_ended_on is not null
    where b.account_number = ${alias}.account_number and b.period >= ${alias}.${column}), ${alias}.${column})`;
}

/** Appends entries in one statement. A payment that is posted already is refused by the unique key: a fault. */
export async function insertPostings(db: BillingDatabase, postings: readonly Posting[]): Promise<void> {
  if (postings.length === 0) return;
  const rows = postings.map(({ entry, ...posting }) => ({
    account_number: posting.accountNumber,
    period: posting.period,
    entry_id: posting.entryId ?? newId(),
    kind: storedKinds[entry.kind],
    debit_account: entry.debit,
    credit_account: entry.credit,
    amount_kopiykas: entry.amount.toString(),
    posted_at: instantToIso(posting.postedAt),
    payment_id: posting.paymentId ?? null,
    act_number: posting.actNumber ?? null,
    reverses_entry_id: posting.reversesEntryId ?? null,
    reason: posting.reason ?? null,
  }));
  await sql`
    insert into billing.ledger_entry (account_number, period, entry_id, kind, debit_account, credit_account,
      amount_kopiykas, posted_at, payment_id, act_number, reverses_entry_id, reason)
    select account_number, ${sql.raw(unbilledPeriod('row'))}, entry_id, kind, debit_account, credit_account,
      amount_kopiykas, posted_at, payment_id, act_number, reverses_entry_id, reason
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (account_number text, period text,
      entry_id uuid, kind text, debit_account text, credit_account text, amount_kopiykas bigint,
      posted_at timestamptz, payment_id uuid, act_number text, reverses_entry_id uuid, reason text)`.execute(
    db,
  );
}

/**
 * SQL that appends the rows of a relation as entries, for rows that a statement makes and never leave the database.
 * Directions of entries: domain/ledger/ledger.ts.
 */
export function postFrom(relation: string): string {
  const rest =
    'entry_id, kind, debit_account, credit_account, amount_kopiykas, posted_at, payment_id, act_number';
  return `insert into billing.ledger_entry (account_number, period, ${rest})
    select account_number, ${unbilledPeriod('posting')}, ${rest} from ${relation}`;
}

/** SQL that appends the entries of a relation as they were booked elsewhere, in the periods that they name. */
export const entriesFrom = insertFrom(
  'billing.ledger_entry',
  `account_number, period, entry_id, kind, debit_account, credit_account, amount_kopiykas, posted_at, payment_id, act_number,
    reverses_entry_id, reason`,
);

/**
 * Appends entries by COPY: account, period, id, kind, debit, credit, kopiykas, moment; in the text
 * format of COPY.
 */
export function copyPostings(batch: CopyBatch, rows: Buffer): void {
  batch.add(
    'billing.ledger_entry (account_number, period, entry_id, kind, debit_account, credit_account, amount_kopiykas, posted_at)',
    rows,
  );
}

/** An entry of a payment that stands. */
export interface LedgerEntryInForce {
  readonly accountNumber: string;
  readonly paymentId: string;
  readonly actNumber: string | null;
  readonly entryId: string;
  readonly debit: LedgerAccount;
  readonly credit: LedgerAccount;
  readonly amount: Kopiykas;
}

/** What was booked of payments and is not reversed, in the order in which it was booked. */
export async function listEntriesInForce(
  db: BillingDatabase,
  payments: readonly { readonly accountNumber: string; readonly paymentId: string }[],
): Promise<readonly LedgerEntryInForce[]> {
  const keys = payments.map(({ accountNumber, paymentId }) => ({ accountNumber, paymentId }));
  const { rows } = await typedSql<LedgerEntryInForce>({
    accountNumber: text(),
    paymentId: uuid(),
    actNumber: nullable(text()),
    entryId: uuid(),
    debit: text(),
    credit: text(),
    amount: int8(),
  })`
    select e.account_number as "accountNumber", e.payment_id as "paymentId", e.act_number as "actNumber",
      e.entry_id as "entryId", e.debit_account as debit, e.credit_account as credit, e.amount_kopiykas as amount
    from billing.ledger_entry e
    join jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as key ("accountNumber" text, "paymentId" uuid)
      on e.account_number = key."accountNumber" and e.payment_id = key."paymentId"
    where e.kind in ('payment', 'landing') and not exists (
      select from billing.ledger_entry r
      where r.account_number = e.account_number and r.reverses_entry_id = e.entry_id)
    order by e.posted_at, e.kind desc, e.entry_id`.execute(db);
  return rows;
}
