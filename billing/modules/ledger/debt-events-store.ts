import { type RawBuilder, sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { DebtEvent } from '#domain/ledger/allocate-account.ts';
import { type Kopiykas, negateMoney, zeroMoney } from '#domain/money.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';

interface DebtRow {
  readonly accountNumber: string;
  readonly period: BillingPeriod;
  readonly paymentId: string | null;
  readonly namedPeriod: BillingPeriod | null;
  /** As it changes the debt. */
  readonly amount: Kopiykas;
}

function eventOf({ period, paymentId, namedPeriod, amount }: DebtRow): DebtEvent {
  if (paymentId === null || amount >= zeroMoney) return { kind: 'charge', period, amount };
  return { kind: 'payment', paymentId, amount: negateMoney(amount), namedPeriod };
}

/**
 * What changed the energy debts of some accounts, of each in the order in which it was booked. A payment that was reversed,
 * and what reversed it, are left out: that money settles nothing.
 * @param accounts SQL of a condition on `e.account_number`.
 */
export async function listDebtEvents(
  db: BillingDatabase,
  accounts: RawBuilder<unknown>,
): Promise<ReadonlyMap<string, readonly DebtEvent[]>> {
  const { rows } = await sql<DebtRow>`
    select e.account_number as "accountNumber", e.period, e.payment_id as "paymentId", p.named_period as "namedPeriod",
      case e.debit_account when 'receivable' then e.amount_kopiykas else -e.amount_kopiykas end as amount
    from billing.ledger_entry e
    left join billing.payment p on p.account_number = e.account_number and p.payment_id = e.payment_id
    where ${accounts} and 'receivable' in (e.debit_account, e.credit_account)
      and not (e.payment_id is not null and (e.reverses_entry_id is not null or exists (
        select from billing.ledger_entry r
        where r.account_number = e.account_number and r.reverses_entry_id = e.entry_id)))
    order by e.account_number, e.posted_at, e.payment_id is not null, e.period, e.entry_id`.execute(db);
  const events = new Map<string, DebtEvent[]>();
  for (const row of rows) {
    const ofAccount = events.get(row.accountNumber);
    if (ofAccount === undefined) events.set(row.accountNumber, [eventOf(row)]);
    else ofAccount.push(eventOf(row));
  }
  return events;
}

/** The same of one account. */
export async function listDebtEventsOf(
  db: BillingDatabase,
  accountNumber: string,
): Promise<readonly DebtEvent[]> {
  const events = await listDebtEvents(db, sql`e.account_number = ${accountNumber}`);
  return events.get(accountNumber) ?? [];
}
