import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import { float8, int4, text, typedSql, uuid } from '#platform/database/typed-sql.ts';

/** Readings of a month that no operator has decided: the month is charged by an average instead. */
export interface UndecidedCount {
  /** Submissions: each is one decision. */
  readonly readings: number;
  readonly accounts: number;
  readonly customers: number;
  /** By the values as they were given; a value below the one before counts 0. */
  readonly kwh: number;
}

/** A reading under review is found by the partial index readings_under_review_idx. */
const isUndecided = (period: BillingPeriod) => sql`x.status = 'underReview' and x.period = ${period}`;

export async function countUndecided(db: BillingDatabase, period: BillingPeriod): Promise<UndecidedCount> {
  const { rows } = await typedSql<UndecidedCount>({
    readings: int4(),
    accounts: int4(),
    customers: int4(),
    kwh: float8(),
  })`
    with undecided as materialized (
      select x.account_number, x.meter_id, x.zone, x.value, x.effective_date, coalesce(x.submission_id, x.reading_id) as given_id
      from billing.reading x where ${isUndecided(period)}
    ), latest as (
      select distinct on (account_number, meter_id, zone) * from undecided
      order by account_number, meter_id, zone, effective_date desc
    ), counted as (
      select coalesce(sum(greatest(l.value - coalesce(before.value, r.installed_value), 0) * m.coefficient), 0) as kwh
      from latest l
      join billing.register r using (account_number, meter_id, zone)
      join billing.meter m using (account_number, meter_id)
      left join lateral (
        select c.closing_value as value from billing.consumption c
        where c.account_number = l.account_number and c.meter_id = l.meter_id and c.zone = l.zone and c.period < ${period}
        order by c.period desc limit 1) before on true
    )
    select count(distinct (u.account_number, u.given_id))::integer as readings,
      count(distinct u.account_number)::integer as accounts, count(distinct a.customer_id)::integer as customers,
      (select kwh from counted)::float8 as kwh
    from undecided u join billing.account a using (account_number)`.execute(db);
  return rows[0] ?? { readings: 0, accounts: 0, customers: 0, kwh: 0 };
}

/** The latest undecided value of a register. */
export interface UndecidedValue {
  readonly meterId: string;
  readonly zone: Zone;
  readonly value: number;
  /** Undecided submissions of the meter in the month. */
  readonly readings: number;
}

/** What is undecided of these accounts; accounts without it have no entry. */
export async function loadUndecided(
  db: BillingDatabase,
  period: BillingPeriod,
  accountNumbers: readonly string[],
): Promise<ReadonlyMap<string, readonly UndecidedValue[]>> {
  const { rows } = await typedSql<UndecidedValue & { accountNumber: string }>({
    accountNumber: text(),
    meterId: uuid(),
    zone: text(),
    value: float8(),
    readings: int4(),
  })`
    select distinct on (x.account_number, x.meter_id, x.zone) x.account_number as "accountNumber", x.meter_id as "meterId",
      x.zone, x.value::float8 as value,
      (count(*) over (partition by x.account_number, x.meter_id, x.zone))::integer as readings
    from billing.reading x
    where x.account_number = any(${accountNumbers}::text[]) and ${isUndecided(period)}
    order by x.account_number, x.meter_id, x.zone, x.effective_date desc`.execute(db);
  return Map.groupBy(rows, ({ accountNumber }) => accountNumber);
}
