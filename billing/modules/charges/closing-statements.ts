import { type RawBuilder, sql } from 'kysely';
import { entryPart, signedOnReceivable } from '#billing/modules/ledger/public.ts';
import { type AccountTariffs, tariffHistoryColumn } from '#billing/modules/tariffs/public.ts';
import type { Kopiykas } from '#domain/money.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { type BillingPeriod, firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import { addDays, type LocalDate } from '#domain/time/local-date.ts';
import type { ClosingRegister } from './closing-facts.ts';

/*
 * The statements behind the facts of a period: run apart for a chunk of accounts by a closing, and as parts of one
 * statement for the screens of one account, so that both look at the same rows.
 */

/** A removal that was recorded later than this is settled by hand. */
const LATE_REMOVAL_DAYS = 93;

export interface AccountRow extends AccountTariffs {
  readonly number: string;
  readonly openedOn: LocalDate;
  readonly contractEndedOn: LocalDate | null;
  /** The last bill; '' when there is none. */
  readonly billPeriod: string;
  /** The last period that was measured; '' when there is none. */
  readonly measuredPeriod: string;
  readonly previousClosing: Kopiykas;
}

export interface RegisterRow extends Omit<ClosingRegister, 'previous' | 'reading'> {
  readonly accountNumber: string;
}

export interface ValueRow {
  readonly accountNumber: string;
  readonly meterId: string;
  readonly zone: Zone;
  readonly value: number;
  readonly onDate: LocalDate;
}

export interface PreviousRow extends ValueRow {
  readonly isActual: boolean;
}

/** What moved on the receivable since the last bill: what belongs to the opening balance, and what the period has already. */
export interface MovedRow {
  readonly accountNumber: string;
  readonly before: Kopiykas;
  readonly paid: Kopiykas;
  readonly recalculated: Kopiykas;
  readonly benefit: Kopiykas;
  readonly corrected: Kopiykas;
}

/** A benefit that the closing of the period books. */
export interface BenefitRow {
  readonly accountNumber: string;
  readonly benefitId: string;
  readonly amount: Kopiykas;
}

/** Which accounts to read: the next ones after a number, or those named. */
export type AccountScope =
  | { readonly after: string; readonly limit: number }
  | { readonly accountNumbers: readonly string[] };

/**
 * Accounts in the order of their numbers; those whose contract ended before the period, or begins after it, are left out.
 */
export function accountRows(period: BillingPeriod, scope: AccountScope): RawBuilder<AccountRow> {
  const condition =
    'limit' in scope
      ? sql`a.account_number > ${scope.after}`
      : sql`a.account_number = any(${scope.accountNumbers}::text[])`;
  const limit = 'limit' in scope ? scope.limit : scope.accountNumbers.length;
  return sql`
    select a.account_number as number, a.tariff_code as "tariffCode",
      ${tariffHistoryColumn('a')} as "tariffHistory", a.opened_on as "openedOn",
      a.contract_ended_on as "contractEndedOn", coalesce(bill.period, '') as "billPeriod",
      coalesce(bill.period, (select max(c.period) from billing.consumption c
        where c.account_number = a.account_number and c.period < ${period}), '') as "measuredPeriod",
      coalesce(bill.closing_kopiykas, 0) as "previousClosing"
    from billing.account a
    left join lateral (
      select period, closing_kopiykas from billing.bill b
      where b.account_number = a.account_number and b.period < ${period} order by b.period desc limit 1
    ) bill on true
    where ${condition} and a.opened_on < ${firstDayAfter(period)}
      and (a.contract_ended_on is null or a.contract_ended_on >= ${firstDay(period)})
    order by a.account_number limit ${limit}`;
}

/** Registers of the period; of a metering point what it was when the period ended. */
export function registerRows(period: BillingPeriod, numbers: readonly string[]): RawBuilder<RegisterRow> {
  return sql`
    select r.account_number as "accountNumber", r.meter_id as "meterId", r.zone, m.zone_scheme as scheme,
      m.eic_code as "eicCode",
      coalesce(v.contracted_power_watts, p.contracted_power_watts) as "contractedPowerWatts",
      m.digit_capacity as "digitCapacity", m.coefficient,
      (m.meter_state = 'disabled' or coalesce(v.point_state, p.point_state) = 'disabled') as "isDisabled",
      m.installed_on as "installedOn", m.removed_on as "removedOn",
      r.installed_value::float8 as "installedValue", r.removed_value::float8 as "removedValue"
    from billing.register r
    join billing.meter m using (account_number, meter_id)
    join billing.metering_point p using (account_number, eic_code)
    left join lateral (
      select (array_agg(o.point_state order by o.valid_from desc) filter (where o.point_state is not null))[1] as point_state,
        (array_agg(o.contracted_power_watts order by o.valid_from desc)
          filter (where o.contracted_power_watts is not null))[1] as contracted_power_watts
      from billing.metering_point_version o
      where o.account_number = p.account_number and o.eic_code = p.eic_code and o.valid_from < ${firstDayAfter(period)}
    ) v on true
    where r.account_number = any(${numbers}::text[]) and m.installed_on < ${firstDayAfter(period)}
      and (m.removed_on is null or m.removed_on > ${addDays(firstDay(period), -LATE_REMOVAL_DAYS)})
    order by r.account_number, m.installed_on, m.meter_id,
      array_position(array['single', 'peak', 'halfPeak', 'day', 'night'], r.zone)`;
}

/** Where registers ended in the period that was measured last; `accounts` has rows of account number and that period. */
export function previousRows(accounts: RawBuilder<unknown>): RawBuilder<PreviousRow> {
  return sql`
    select c.account_number as "accountNumber", c.meter_id as "meterId", c.zone, c.closing_value::float8 as value,
      c.to_date as "onDate", c.basis = 'actual' as "isActual"
    from ${accounts} as wanted (account_number, period)
    join billing.consumption c using (account_number, period)`;
}

/** The reading of each register that counts for the period: of the accepted ones that as of the latest day. */
export function readingRows(period: BillingPeriod, numbers: readonly string[]): RawBuilder<ValueRow> {
  return sql`
    select distinct on (account_number, meter_id, zone) account_number as "accountNumber", meter_id as "meterId", zone,
      value::float8 as value, effective_date as "onDate"
    from billing.reading
    where account_number = any(${numbers}::text[]) and period = ${period} and status = 'accepted'
    order by account_number, meter_id, zone, effective_date desc`;
}

/** `accounts` has rows of account number and period of the last bill. */
export function movedRows(period: BillingPeriod, accounts: RawBuilder<unknown>): RawBuilder<MovedRow> {
  return sql`
    select e.account_number as "accountNumber",
      coalesce(sum(signed) filter (where e.period < ${period} or part = 'opening'), 0)::bigint as before,
      coalesce(-sum(signed) filter (where e.period = ${period} and part = 'payment'), 0)::bigint as paid,
      coalesce(sum(signed) filter (where e.period = ${period} and part = 'recalculation'), 0)::bigint as recalculated,
      coalesce(sum(signed) filter (where e.period = ${period} and part = 'benefit'), 0)::bigint as benefit,
      coalesce(sum(signed) filter (where e.period = ${period} and part = 'correction'), 0)::bigint as corrected
    from ${accounts} as wanted (account_number, period)
    join billing.ledger_entry e
      on e.account_number = wanted.account_number and e.period > wanted.period and e.period <= ${period}
    cross join lateral (select ${signedOnReceivable('e')} as signed, ${entryPart('e')} as part) as side
    group by e.account_number`;
}

export function benefitRows(period: BillingPeriod, numbers: readonly string[]): RawBuilder<BenefitRow> {
  return sql`
    select account_number as "accountNumber", benefit_id as "benefitId", amount_kopiykas as amount
    from billing.benefit
    where account_number = any(${numbers}::text[]) and posting_period = ${period}
    order by account_number, period, kind`;
}

/** The last reading of each register before the period. */
export function earlierRows(period: BillingPeriod, numbers: readonly string[]): RawBuilder<ValueRow> {
  return sql`
    select distinct on (account_number, meter_id, zone) account_number as "accountNumber", meter_id as "meterId", zone,
      value::float8 as value, effective_date as "onDate"
    from billing.reading
    where account_number = any(${numbers}::text[]) and status = 'accepted' and period < ${period}
      and effective_date <= ${firstDay(period)}
    order by account_number, meter_id, zone, effective_date desc`;
}
