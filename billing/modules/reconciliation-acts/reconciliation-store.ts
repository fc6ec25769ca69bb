import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { addressText, customerNameText, holderOn } from '#billing/modules/accounts/public.ts';
import type { Kopiykas } from '#domain/money.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import type { LocalDate } from '#domain/time/local-date.ts';

/** The customer, as named in an act. */
export interface CustomerRow {
  readonly name: string;
  readonly taxCode: string;
  readonly address: string;
  readonly contractNumber: string;
  readonly contractDate: LocalDate;
}

/** Holder of the account on the day; undefined: no such account. */
export async function findCustomer(
  db: BillingDatabase,
  accountNumber: string,
  day: LocalDate,
): Promise<CustomerRow | undefined> {
  const { rows } = await sql<CustomerRow>`
    select ${customerNameText} as name, c.tax_code as "taxCode", coalesce(${addressText}, '') as address,
      a.contract_number as "contractNumber", a.contract_date as "contractDate"
    from billing.account a
    join billing.customer c on c.customer_id = ${holderOn(day)}
    left join billing.premises p using (account_number)
    where a.account_number = ${accountNumber}`.execute(db);
  return rows[0];
}

export interface MonthsRow {
  /** null: nothing is booked. */
  readonly first: BillingPeriod | null;
  readonly last: BillingPeriod | null;
}

/** Month of the first energy entry, and the last closed month; undefined: no such account. */
export async function findMonths(db: BillingDatabase, accountNumber: string): Promise<MonthsRow | undefined> {
  const { rows } = await sql<MonthsRow>`
    select (select min(e.period) from billing.ledger_entry e
        where e.account_number = a.account_number and 'receivable' in (e.debit_account, e.credit_account)) as first,
      (select max(p.period) from billing.period p where p.state = 'closed') as last
    from billing.account a where a.account_number = ${accountNumber}`.execute(db);
  return rows[0];
}

export interface EntryRow {
  readonly period: BillingPeriod;
  readonly kind: 'opening' | 'charge' | 'recalculation' | 'benefit' | 'correction' | 'payment' | 'reversal';
  readonly postedAt: Instant;
  readonly billNumber: string | null;
  readonly provider: string | null;
  /** Positive: increases the debt. */
  readonly signed: Kopiykas;
}

/** Entries off the receivable (landings, violation acts) are not part of an act. */
const onReceivable = sql`'receivable' in (e.debit_account, e.credit_account)`;
const signed = sql`case e.debit_account when 'receivable' then e.amount_kopiykas else -e.amount_kopiykas end`;

/** Inclusive months. */
export interface Months {
  readonly from: BillingPeriod;
  readonly to: BillingPeriod;
  /** The act continues the previous month. */
  readonly isContinued: boolean;
}

/**
 * A balance loaded with the first month is part of the opening, as on the bill, unless the act continues a previous
 * one.
 */
const isBefore = ({ from, isContinued }: Months) =>
  sql`(e.period < ${from} or (e.period = ${from} and e.kind = 'opening' and not ${isContinued}::boolean))`;

/** Debt (+) or overpayment (−) before the first month. */
export async function getOpening(
  db: BillingDatabase,
  accountNumber: string,
  months: Months,
): Promise<Kopiykas> {
  const { rows } = await sql<{ opening: Kopiykas }>`
    select coalesce(sum(${signed}), 0)::bigint as opening from billing.ledger_entry e
    where e.account_number = ${accountNumber} and ${onReceivable} and ${isBefore(months)}`.execute(db);
  const [found] = rows;
  if (found === undefined) throw new Error('opening balance without a row');
  return found.opening;
}

/** Entries of the months without those of the opening, in booking order. */
export async function listEntries(
  db: BillingDatabase,
  accountNumber: string,
  months: Months,
): Promise<readonly EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select e.period, case when 'benefit' in (e.debit_account, e.credit_account) then 'benefit' else e.kind end as kind,
      e.posted_at as "postedAt", case when e.kind = 'charge' then b.bill_number end as "billNumber", p.provider,
      ${signed} as signed
    from billing.ledger_entry e
    left join billing.bill b using (account_number, period)
    left join billing.payment p using (account_number, payment_id)
    where e.account_number = ${accountNumber} and ${onReceivable} and e.period between ${months.from} and ${months.to}
      and not ${isBefore(months)}
    order by e.period, e.posted_at, e.entry_id`.execute(db);
  return rows;
}
