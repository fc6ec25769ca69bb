import { type RawBuilder, sql } from 'kysely';
import { entryPart, signedOnReceivable } from '#billing/modules/ledger/public.ts';
import { type AccountTariffs, tariffHistoryColumn } from '#billing/modules/tariffs/public.ts';
import type { Kopiykas } from '#domain/money.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { type BillingPeriod, firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import {
  bool,
  date,
  float8,
  int4,
  int8,
  json,
  nullable,
  type RowOf,
  text,
  typedSql,
  uuid,
  uuidArray,
} from '#platform/database/typed-sql.ts';
import type { ClosingRegister } from './closing-facts.ts';

/*
 * The statements behind the facts of a period: run apart for a chunk of accounts by a closing, and as parts of one
 * statement for the screens of one account, so that both look at the same rows.
 */

export interface AccountRow extends AccountTariffs {
  readonly number: string;
  readonly openedOn: LocalDate;
  readonly contractEndedOn: LocalDate | null;
  /** The last bill; '' when there is none. */
  readonly billPeriod: string;
  /** The last period that was measured; '' when there is none. */
  readonly measuredPeriod: string;
  readonly previousClosing: Kopiykas;
  readonly recalculateFrom: BillingPeriod | null;
  readonly requestIds: readonly string[];
  /** A contract of a legal entity charges it. */
  readonly hasEntityContract: boolean;
}

export interface RegisterRow extends Omit<ClosingRegister, 'previous' | 'readings'> {
  readonly accountNumber: string;
}

const valueColumns = {
  accountNumber: text(),
  meterId: uuid(),
  zone: text<Zone>(),
  value: float8(),
  onDate: date<LocalDate>(),
};
export type ValueRow = RowOf<typeof valueColumns>;

export interface PreviousRow extends ValueRow {
  readonly isActual: boolean;
}

/** What moved on the receivable since the last bill: what belongs to the opening balance, and what the period has already. */
const movedColumns = {
  accountNumber: text(),
  before: int8<Kopiykas>(),
  paid: int8<Kopiykas>(),
  recalculated: int8<Kopiykas>(),
  benefit: int8<Kopiykas>(),
  corrected: int8<Kopiykas>(),
};
export type MovedRow = RowOf<typeof movedColumns>;

/** A benefit that the closing of the period books. */
const benefitColumns = { accountNumber: text(), benefitId: uuid(), amount: int8<Kopiykas>() };
export type BenefitRow = RowOf<typeof benefitColumns>;

/** Where the past ends for accounts of either customer when history is being made up: later facts are not known to it. */
export interface KnownUntil {
  readonly person: Instant;
  readonly entity: Instant;
}

/** Whether a reading was known; of every one when nothing is said. */
export function isKnown(alias: string, until: KnownUntil | undefined): RawBuilder<boolean> {
  if (until === undefined) return sql`true`;
  return sql`${sql.ref(`${alias}.submitted_at`)} < ${endOfKnowledge(sql.ref(`${alias}.account_number`), until)}`;
}

function endOfKnowledge(
  accountNumber: RawBuilder<unknown>,
  { person, entity }: KnownUntil,
): RawBuilder<unknown> {
  return sql`(select case c.customer_type when 'person' then ${instantToIso(person)}::timestamptz
      else ${instantToIso(entity)}::timestamptz end
    from billing.account owned join billing.customer c using (customer_id)
    where owned.account_number = ${accountNumber})`;
}

/** Requests of an account that the period has to book, or that a job before its closing booked. */
function requestsOf(period: BillingPeriod, until: KnownUntil | undefined): RawBuilder<unknown> {
  return sql`billing.recalculation_request q where q.account_number = a.account_number
    and (q.booked_period is null or q.booked_period = ${period}) and q.from_period <= ${period}
    and ${until === undefined ? sql`true` : sql`q.requested_at < ${endOfKnowledge(sql`q.account_number`, until)}`}`;
}

/**
 * Whether a period has something to charge for account `a`: it has a day of its contract, months before are to be charged again, or
 * a benefit of them came after the end.
 */
export function isCharged(period: BillingPeriod, until?: KnownUntil): RawBuilder<boolean> {
  return sql`(a.opened_on < ${firstDayAfter(period)} and (a.contract_ended_on is null
    or a.contract_ended_on >= greatest(a.opened_on, ${firstDay(period)}::date) or exists (select from ${requestsOf(period, until)})
    or (select min(n.period) from billing.benefit n where n.account_number = a.account_number and n.posting_period = ${period}
      and n.period <= to_char(a.contract_ended_on, 'YYYY-MM')) is not null))`;
}

/** Whether account `a` has a bill of an open period: of a change of holder (decision 0155). */
export function isBilled(period: BillingPeriod): RawBuilder<boolean> {
  return sql`(a.contract_ended_on is not null and (
    select b.period from billing.bill b where b.account_number = a.account_number and b.period = ${period}) is not null
    and not exists (select from billing.period p where p.period = ${period} and p.state = 'closed'))`;
}

/** Rows of a sub-select as one value of a statement. */
export function jsonRows(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce((select json_agg(part) from (${rows}) part), '[]')`;
}

/** A metering point of an account. */
export interface PointKey {
  readonly accountNumber: string;
  readonly eicCode: string;
}

/** Of rows with a `meterId` those of the meters that the point has or had; without a point all. */
export function ofPoint(rows: RawBuilder<unknown>, point: PointKey | undefined): RawBuilder<unknown> {
  if (point === undefined) return rows;
  const { accountNumber, eicCode } = point;
  return sql`select of_point.* from (${rows}) of_point where of_point."meterId" = any(array(
    select o.meter_id from billing.meter o where o.account_number = ${accountNumber} and o.eic_code = ${eicCode}))`;
}

/** A row as JSON carries it: sums are whole kopiykas far below 2^53. */
export type InJson<Row> = { readonly [Field in keyof Row]: Row[Field] extends bigint ? number : Row[Field] };

const consumptionColumns = `c.account_number, c.period, c.meter_id, c.zone, c.from_date, c.to_date, c.opening_value,
  c.closing_value, c.energy_wh, c.basis`;
const consumptionParts = {
  charged: `select distinct on (account_number, period, meter_id, zone) * from (
    select ${consumptionColumns}, '' as booked_period from`,
  revised: `union all select ${consumptionColumns}, c.booked_period from`,
  latest: ') versions order by account_number, period, meter_id, zone, booked_period desc',
};

/** What registers counted in months with all recalculations so far; `from` names the rows of either table. */
export function consumptionInForce(
  from: (table: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { charged, revised, latest } = consumptionParts;
  return sql`${sql.raw(charged)} ${from(sql`billing.consumption`)}
    ${sql.raw(revised)} ${from(sql`billing.consumption_revision`)} ${sql.raw(latest)}`;
}

/** `consumptionInForce` as text, of the rows of either table (`c`) that meet a condition. */
export function consumptionInForceSql(condition: string): string {
  const { charged, revised, latest } = consumptionParts;
  return `${charged} billing.consumption c where ${condition}
    ${revised} billing.consumption_revision c where ${condition} ${latest}`;
}

/** Which accounts to read: the next ones after a number, or those named. */
export type AccountScope =
  | { readonly after: string; readonly limit: number }
  | { readonly accountNumbers: readonly string[] };

/** Accounts that the period has to bill, in the order of their numbers (`isCharged`, `isBilled`). */
export function accountRows(period: BillingPeriod, scope: AccountScope, until?: KnownUntil) {
  const condition =
    'limit' in scope
      ? sql`a.account_number > ${scope.after}`
      : sql`a.account_number = any(${scope.accountNumbers}::text[])`;
  const limit = 'limit' in scope ? scope.limit : scope.accountNumbers.length;
  return typedSql<AccountRow>({
    number: text(),
    tariffCode: text(),
    tariffHistory: nullable(json()),
    openedOn: date(),
    contractEndedOn: nullable(date()),
    billPeriod: text(),
    measuredPeriod: text(),
    previousClosing: int8(),
    recalculateFrom: nullable(text()),
    requestIds: uuidArray(),
    hasEntityContract: bool(),
  })`
    select a.account_number as number, a.tariff_code as "tariffCode",
      ${tariffHistoryColumn('a')} as "tariffHistory", a.opened_on as "openedOn",
      a.contract_ended_on as "contractEndedOn", coalesce(bill.period, '') as "billPeriod",
      coalesce(bill.period, (select max(c.period) from billing.consumption c
        where c.account_number = a.account_number and c.period < ${period}), '') as "measuredPeriod",
      coalesce(bill.closing_kopiykas, 0) as "previousClosing", asked.since as "recalculateFrom",
      coalesce(asked.ids, '{}') as "requestIds",
      -- Not by exists: that would read the contracts of all accounts for each chunk.
      (select min(k.valid_from) from billing.entity_contract k where k.account_number = a.account_number
        and k.valid_from < ${firstDayAfter(period)}) is not null as "hasEntityContract"
    from billing.account a
    left join lateral (
      select period, closing_kopiykas from billing.bill b
      where b.account_number = a.account_number and b.period < ${period} order by b.period desc limit 1
    ) bill on true
    left join lateral (
      select min(q.from_period) as since, array_agg(q.request_id) filter (where q.booked_period is null) as ids
      from ${requestsOf(period, until)}
    ) asked on true
    where ${condition} and ${isCharged(period, until)} and not ${isBilled(period)}
    order by a.account_number limit ${limit}`;
}

/**
 * Registers of the period, with `ever` also those that were removed before it; of a metering point what it was when the period
 * ended.
 */
export function registerRows(period: BillingPeriod, numbers: readonly string[], ever = false) {
  return typedSql<RegisterRow>({
    accountNumber: text(),
    meterId: uuid(),
    zone: text(),
    scheme: text(),
    eicCode: text(),
    contractedPowerWatts: int4(),
    digitCapacity: int4(),
    coefficient: int4(),
    isDisabled: bool(),
    pointChanges: nullable(json()),
    installedOn: date(),
    removedOn: nullable(date()),
    installedValue: float8(),
    removedValue: nullable(float8()),
  })`
    select r.account_number as "accountNumber", r.meter_id as "meterId", r.zone, m.zone_scheme as scheme,
      m.eic_code as "eicCode",
      coalesce(v.contracted_power_watts, p.contracted_power_watts) as "contractedPowerWatts",
      m.digit_capacity as "digitCapacity", m.coefficient,
      (m.meter_state = 'disabled' or (v.changes is null and p.point_state = 'disabled')) as "isDisabled",
      v.changes as "pointChanges",
      m.installed_on as "installedOn", m.removed_on as "removedOn",
      r.installed_value::float8 as "installedValue", r.removed_value::float8 as "removedValue"
    from billing.register r
    join billing.meter m using (account_number, meter_id)
    join billing.metering_point p using (account_number, eic_code)
    left join lateral (
      select jsonb_agg(jsonb_build_object('from', o.valid_from, 'isDisabled', o.point_state = 'disabled',
          'contractedPowerWatts', o.contracted_power_watts) order by o.valid_from) as changes,
        (array_agg(o.contracted_power_watts order by o.valid_from desc)
          filter (where o.contracted_power_watts is not null))[1] as contracted_power_watts
      from billing.metering_point_version o
      where o.account_number = p.account_number and o.eic_code = p.eic_code and o.valid_from < ${firstDayAfter(period)}
    ) v on true
    where r.account_number = any(${numbers}::text[]) and m.installed_on < ${firstDayAfter(period)}
      and (${ever} or m.removed_on is null or m.removed_on > ${firstDay(period)})
    order by r.account_number, m.installed_on, m.meter_id,
      array_position(array['single', 'peak', 'halfPeak', 'day', 'night'], r.zone)`;
}

/** Where registers ended in the period that was measured last; `accounts` has rows of account number and that period. */
export function previousRows(accounts: RawBuilder<unknown>) {
  return typedSql<PreviousRow>({ ...valueColumns, isActual: bool() })`
    select c.account_number as "accountNumber", c.meter_id as "meterId", c.zone, c.closing_value::float8 as value,
      c.to_date as "onDate", c.basis = 'actual' as "isActual"
    from ${accounts} as wanted (account_number, period)
    join billing.consumption c using (account_number, period)`;
}

/** The accepted readings of a period, by day; of one day the last that was given comes last. */
export function readingRows(period: BillingPeriod, numbers: readonly string[], until?: KnownUntil) {
  return typedSql(valueColumns)`
    select x.account_number as "accountNumber", x.meter_id as "meterId", x.zone, x.value::float8 as value,
      x.effective_date as "onDate"
    from billing.reading x
    where x.account_number = any(${numbers}::text[]) and x.period = ${period} and x.status = 'accepted'
      and ${isKnown('x', until)}
    order by x.account_number, x.effective_date, x.submitted_at`;
}

/** `accounts` has rows of account number and period of the last bill. */
export function movedRows(period: BillingPeriod, accounts: RawBuilder<unknown>) {
  return typedSql(movedColumns)`
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

export function benefitRows(period: BillingPeriod, numbers: readonly string[]) {
  return typedSql(benefitColumns)`
    select account_number as "accountNumber", benefit_id as "benefitId", amount_kopiykas as amount
    from billing.benefit
    where account_number = any(${numbers}::text[]) and posting_period = ${period}
    order by account_number, period, kind`;
}

/** The last reading of each register before the period. */
export function earlierRows(period: BillingPeriod, numbers: readonly string[], until?: KnownUntil) {
  return typedSql(valueColumns)`
    select distinct on (x.account_number, x.meter_id, x.zone) x.account_number as "accountNumber",
      x.meter_id as "meterId", x.zone, x.value::float8 as value, x.effective_date as "onDate"
    from billing.reading x
    where x.account_number = any(${numbers}::text[]) and x.status = 'accepted' and x.period < ${period}
      and x.effective_date <= ${firstDay(period)} and ${isKnown('x', until)}
    order by x.account_number, x.meter_id, x.zone, x.effective_date desc, x.submitted_at desc`;
}
