import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { addressText, customerNameText, holderOn } from '#billing/modules/accounts/public.ts';
import { partsOf, type StoredParts } from '#billing/modules/ledger/public.ts';
import type { ActState } from '#contract/values/violation-act.ts';
import type { Kopiykas } from '#domain/money.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { date, float8, int4, int8, json, nullable, text, typedSql } from '#platform/database/typed-sql.ts';

/** The customer, as named in the documents of an act. */
export interface ActHolder {
  readonly customerName: string;
  readonly address: string;
  readonly contractNumber: string;
  readonly contractDate: LocalDate;
  readonly consumerEic: string;
}

export interface ActRow {
  readonly actNumber: string;
  readonly drawnOn: LocalDate;
  readonly state: ActState;
  readonly amount: Kopiykas;
  readonly vat: Kopiykas;
  /** Debt in the ledger, in any state. */
  readonly debt: Kopiykas;
  /** Payments less reversals. */
  readonly paid: Kopiykas;
  readonly inTransit: Kopiykas;
  readonly dueOn: LocalDate | null;
  readonly clause: string;
  readonly kwh: number;
  readonly periodFrom: LocalDate | null;
  readonly periodTo: LocalDate | null;
  readonly days: number | null;
  readonly protocolNumber: string | null;
  readonly protocolOn: LocalDate | null;
  readonly servedOn: LocalDate | null;
  readonly hearingOn: LocalDate | null;
  readonly paidOn: LocalDate | null;
  /** The parts by which it is paid now; null: it has no schedule. */
  readonly schedule: StoredParts;
}

/** Holder of the account on the day of the act, without an act number the current one; undefined: no such account. */
export async function findActHolder(
  db: BillingDatabase,
  accountNumber: string,
  actNumber: string | null = null,
): Promise<ActHolder | undefined> {
  const drawnOn = sql`select drawn_on from billing.violation_act
    where account_number = ${accountNumber} and act_number = ${actNumber}`;
  const { rows } = await typedSql<ActHolder>({
    customerName: text(),
    address: text(),
    contractNumber: text(),
    contractDate: date(),
    consumerEic: text(),
  })`
    select ${customerNameText} as "customerName", coalesce(${addressText}, '') as address,
      a.contract_number as "contractNumber", a.contract_date as "contractDate", a.consumer_eic as "consumerEic"
    from billing.account a
    join billing.customer c on c.customer_id = ${holderOn(actNumber === null ? null : drawnOn)}
    left join billing.premises p using (account_number)
    where a.account_number = ${accountNumber}`.execute(db);
  return rows[0];
}

/** Acts of the account with their ledger sums, newest first; only one when its number is given. */
export async function listActs(
  db: BillingDatabase,
  accountNumber: string,
  actNumber: string | null = null,
): Promise<readonly ActRow[]> {
  const { rows } = await typedSql<ActRow>({
    actNumber: text(),
    drawnOn: date(),
    state: text(),
    amount: int8(),
    vat: int8(),
    debt: int8(),
    paid: int8(),
    inTransit: int8(),
    dueOn: nullable(date()),
    clause: text(),
    kwh: float8(),
    periodFrom: nullable(date()),
    periodTo: nullable(date()),
    days: nullable(int4()),
    protocolNumber: nullable(text()),
    protocolOn: nullable(date()),
    servedOn: nullable(date()),
    hearingOn: nullable(date()),
    paidOn: nullable(date()),
    schedule: nullable(json()),
  })`
    select a.act_number as "actNumber", a.drawn_on as "drawnOn", a.state, a.amount_kopiykas as amount,
      a.vat_kopiykas as vat, money.debt, money.paid, transit.sum as "inTransit", a.due_on as "dueOn", a.clause,
      (a.energy_wh / 1000)::float8 as kwh, a.period_from as "periodFrom", a.period_to as "periodTo", a.days,
      a.protocol_number as "protocolNumber", a.protocol_on as "protocolOn", a.served_on as "servedOn",
      a.hearing_on as "hearingOn", a.paid_on as "paidOn",
      ${partsOf(sql`a`)} as schedule
    from billing.violation_act a
    cross join lateral (
      select coalesce(sum(signed), 0)::bigint as debt,
        coalesce(-sum(signed) filter (where 'actRevenue' not in (debit_account, credit_account)), 0)::bigint as paid
      from billing.ledger_entry e
      cross join lateral (select case e.debit_account when 'actReceivable' then e.amount_kopiykas
        else -e.amount_kopiykas end as signed) as entry
      where e.account_number = a.account_number and e.act_number = a.act_number
        and 'actReceivable' in (e.debit_account, e.credit_account)
    ) money
    cross join lateral (
      select coalesce(sum(p.amount_kopiykas), 0)::bigint as sum from billing.payment p
      where p.account_number = a.account_number and p.act_number = a.act_number and p.state = 'confirmed'
    ) transit
    where a.account_number = ${accountNumber}
      and (${actNumber}::text is null or a.act_number = ${actNumber})
    order by a.drawn_on desc, a.act_number desc`.execute(db);
  return rows;
}
