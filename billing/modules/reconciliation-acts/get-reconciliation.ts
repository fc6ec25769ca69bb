import { sql } from 'kysely';
import { answer, refuse } from '#billing/api/define-module.ts';
import {
  RECONCILIATION_GET,
  RECONCILIATION_MONTHS,
  type ReconciliationRow,
} from '#billing/api/reconciliation-acts.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { addressText, customerNameText, holderOn } from '#billing/modules/accounts/public.ts';
import { cachedSupplier } from '#billing/modules/supplier/public.ts';
import type { ActLedger } from '#contract/values/reconciliation-act.ts';
import { addMoney, type Kopiykas, moneyToWire, negateMoney, sumMoney, zeroMoney } from '#domain/money.ts';
import { type BillingPeriod, billingPeriod, firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { addDays, type LocalDate } from '#domain/time/local-date.ts';
import {
  date,
  int8,
  nullable,
  type RowOf,
  text,
  timestamptz,
  typedSql,
} from '#platform/database/typed-sql.ts';

/** The customer, as named in an act. */
const customerColumns = {
  name: text(),
  taxCode: text(),
  address: text(),
  contractNumber: text(),
  contractDate: date<LocalDate>(),
};
type CustomerRow = RowOf<typeof customerColumns>;

/** Holder of the account on the day; undefined: no such account. */
async function findCustomer(
  db: BillingDatabase,
  accountNumber: string,
  day: LocalDate,
): Promise<CustomerRow | undefined> {
  const { rows } = await typedSql(customerColumns)`
    select ${customerNameText} as name, c.tax_code as "taxCode", coalesce(${addressText}, '') as address,
      a.contract_number as "contractNumber", a.contract_date as "contractDate"
    from billing.account a
    join billing.customer c on c.customer_id = ${holderOn(day)}
    left join billing.premises p using (account_number)
    where a.account_number = ${accountNumber}`.execute(db);
  return rows[0];
}

/** What the customer owes, by ledger. */
export const ledgerAccounts = {
  energy: 'receivable',
  reactive: 'reactiveReceivable',
  violationActs: 'actReceivable',
} as const satisfies Record<ActLedger, string>;

const monthsColumns = {
  /** null: nothing is booked. */
  first: nullable(text<BillingPeriod>()),
  last: nullable(text<BillingPeriod>()),
};
type MonthsRow = RowOf<typeof monthsColumns>;

/** Month of the first entry of the ledger, and the last closed month; undefined: no such account. */
async function findMonths(
  db: BillingDatabase,
  accountNumber: string,
  ledger: ActLedger,
): Promise<MonthsRow | undefined> {
  const { rows } = await typedSql(monthsColumns)`
    select (select min(e.period) from billing.ledger_entry e
        where e.account_number = a.account_number
          and ${ledgerAccounts[ledger]} in (e.debit_account, e.credit_account)) as first,
      (select max(p.period) from billing.period p where p.state = 'closed') as last
    from billing.account a where a.account_number = ${accountNumber}`.execute(db);
  return rows[0];
}

const entryColumns = {
  period: text<BillingPeriod>(),
  kind: text<
    | 'opening'
    | 'charge'
    | 'recalculation'
    | 'benefit'
    | 'correction'
    | 'compensation'
    | 'payment'
    | 'reversal'
  >(),
  postedAt: timestamptz<Instant>(),
  billNumber: nullable(text()),
  provider: nullable(text()),
  /** Positive: increases the debt. */
  signed: int8<Kopiykas>(),
};
type EntryRow = RowOf<typeof entryColumns>;

/** Entries off the receivable (landings, violation acts) are not part of an act. */
const onReceivable = sql`'receivable' in (e.debit_account, e.credit_account)`;
const signed = sql`case e.debit_account when 'receivable' then e.amount_kopiykas else -e.amount_kopiykas end`;

/** Inclusive months. */
interface Months {
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
async function getOpening(db: BillingDatabase, accountNumber: string, months: Months): Promise<Kopiykas> {
  const { rows } = await typedSql({ opening: int8<Kopiykas>() })`
    select coalesce(sum(${signed}), 0)::bigint as opening from billing.ledger_entry e
    where e.account_number = ${accountNumber} and ${onReceivable} and ${isBefore(months)}`.execute(db);
  const [found] = rows;
  if (found === undefined) throw new Error('opening balance without a row');
  return found.opening;
}

/** Entries of the months without those of the opening, in booking order. */
async function listEntries(
  db: BillingDatabase,
  accountNumber: string,
  months: Months,
): Promise<readonly EntryRow[]> {
  const { rows } = await typedSql(entryColumns)`
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

/** Contents of an act for its months. */
interface ComposedAct {
  readonly rows: ReconciliationRow[];
  readonly turnover: { readonly debit: string; readonly credit: string };
  readonly closing: string;
}

/**
 * Converts entries to act rows, ordered by month and then by day, with the balance after each. A charge is dated on the
 * last day of its month, whenever it was made; money on the day of booking.
 */
function composeAct(opening: Kopiykas, entries: readonly EntryRow[]): ComposedAct {
  const dated = entries.map((entry) => ({ ...entry, date: dateOf(entry) }));
  dated.sort((a, b) => compare(a.period, b.period) || compare(a.date, b.date));
  let balance = opening;
  const rows = dated.map(({ date, kind, period, billNumber, provider, signed }): ReconciliationRow => {
    balance = addMoney(balance, signed);
    return {
      date,
      kind,
      period,
      billNumber,
      provider,
      debit: moneyToWire(debitOf(signed)),
      credit: moneyToWire(creditOf(signed)),
      balance: moneyToWire(balance),
    };
  });
  const total = (side: (signed: Kopiykas) => Kopiykas) =>
    moneyToWire(sumMoney(entries.map((entry) => side(entry.signed))));
  return {
    rows,
    turnover: { debit: total(debitOf), credit: total(creditOf) },
    closing: moneyToWire(balance),
  };
}

function dateOf({ kind, period, postedAt }: EntryRow): LocalDate {
  if (kind === 'opening') return firstDay(period);
  const isOfMonth = kind === 'charge' || kind === 'recalculation' || kind === 'benefit';
  return isOfMonth ? addDays(firstDayAfter(period), -1) : kyivDateOf(postedAt);
}

const debitOf = (signed: Kopiykas) => (signed > zeroMoney ? signed : zeroMoney);
const creditOf = (signed: Kopiykas) => (signed < zeroMoney ? negateMoney(signed) : zeroMoney);

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** RECONCILIATION_MONTHS: none for an account that began after the last closed month. */
export const handleReconciliationMonths = handleModule(
  RECONCILIATION_MONTHS,
  ({ db }) =>
    async ({ accountNumber, ledger = 'energy' }) => {
      const months = await findMonths(db, accountNumber, ledger);
      if (months === undefined) return refuse('common.notFound');
      const { first, last } = months;
      return answer(
        first === null || last === null || first > last ? { first: null, last: null } : { first, last },
      );
    },
);

/**
 * RECONCILIATION_GET: a view of the energy receivable, so it agrees with the bills at both ends (product.md §7, facts
 * 2.7). Closed months don't change, so consecutive acts join without a gap.
 */
export const handleReconciliationGet = handleModule(
  RECONCILIATION_GET,
  ({ db }) =>
    async ({ accountNumber, from, to, isContinued }) => {
      const months = { from: billingPeriod(from), to: billingPeriod(to), isContinued };
      const [customer, supplier, opening, entries] = await Promise.all([
        findCustomer(db, accountNumber, addDays(firstDayAfter(months.to), -1)),
        cachedSupplier(db),
        getOpening(db, accountNumber, months),
        listEntries(db, accountNumber, months),
      ]);
      if (customer === undefined || supplier === undefined) return refuse('common.notFound');
      const { name, edrpou, address } = supplier;
      return answer({
        supplier: { name, edrpou, address },
        customer,
        opening: moneyToWire(opening),
        ...composeAct(opening, entries),
      });
    },
);
