import { type RawBuilder, sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { DebtEvent } from '#domain/ledger/allocate-account.ts';
import { type Kopiykas, negateMoney, zeroMoney } from '#domain/money.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { int8, nullable, text, typedSql, uuid } from '#platform/database/typed-sql.ts';

export interface DebtRow {
  readonly period: BillingPeriod;
  readonly paymentId: string | null;
  readonly namedPeriod: BillingPeriod | null;
  /** As it changes the debt. */
  readonly amount: Kopiykas;
}

/** A row as the rule of allocation takes it. */
export function toDebtEvent({ period, paymentId, namedPeriod, amount }: DebtRow): DebtEvent {
  if (paymentId === null || amount >= zeroMoney) return { kind: 'charge', period, amount };
  return { kind: 'payment', paymentId, amount: negateMoney(amount), namedPeriod };
}

/**
 * SQL of what changed the energy debts of some accounts, unsorted. A payment that was reversed, and what reversed it, are
 * left out: that money settles nothing.
 * @param accounts SQL of a condition on `e.account_number`.
 */
export function debtEventRows(accounts: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select e.account_number, e.period, e.payment_id, p.named_period, e.posted_at, e.entry_id,
      case e.debit_account when 'receivable' then e.amount_kopiykas else -e.amount_kopiykas end as signed
    from billing.ledger_entry e
    left join billing.payment p on p.account_number = e.account_number and p.payment_id = e.payment_id
    where ${accounts} and 'receivable' in (e.debit_account, e.credit_account)
      and not (e.payment_id is not null and (e.reverses_entry_id is not null or exists (
        select from billing.ledger_entry r
        where r.account_number = e.account_number and r.reverses_entry_id = e.entry_id)))`;
}

/** SQL of the order in which the rows of an account were booked. */
export const bookingOrder = sql`posted_at, payment_id is not null, period, entry_id`;

/** What changed the energy debts of some accounts, of each in the order in which it was booked; as `debtEventRows`. */
export async function listDebtEvents(
  db: BillingDatabase,
  accounts: RawBuilder<unknown>,
): Promise<ReadonlyMap<string, readonly DebtEvent[]>> {
  const { rows } = await typedSql<DebtRow & { readonly accountNumber: string }>({
    period: text(),
    paymentId: nullable(uuid()),
    namedPeriod: nullable(text()),
    amount: int8(),
    accountNumber: text(),
  })`
    select account_number as "accountNumber", period, payment_id as "paymentId", named_period as "namedPeriod",
      signed as amount
    from (${debtEventRows(accounts)}) event
    order by account_number, ${bookingOrder}`.execute(db);
  const events = new Map<string, DebtEvent[]>();
  for (const row of rows) {
    const ofAccount = events.get(row.accountNumber);
    if (ofAccount === undefined) events.set(row.accountNumber, [toDebtEvent(row)]);
    else ofAccount.push(toDebtEvent(row));
  }
  return events;
}

/** The same of one account, of what was booked before a moment. */
export async function listDebtEventsBefore(
  db: BillingDatabase,
  accountNumber: string,
  before: Instant,
): Promise<readonly DebtEvent[]> {
  const booked = sql`e.account_number = ${accountNumber} and e.posted_at < ${instantToIso(before)}::timestamptz`;
  return (await listDebtEvents(db, booked)).get(accountNumber) ?? [];
}

/** The same of one account. */
export async function listDebtEventsOf(
  db: BillingDatabase,
  accountNumber: string,
): Promise<readonly DebtEvent[]> {
  const events = await listDebtEvents(db, sql`e.account_number = ${accountNumber}`);
  return events.get(accountNumber) ?? [];
}
