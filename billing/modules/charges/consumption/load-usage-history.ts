import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { type WattHours, wattHours } from '#domain/energy.ts';
import { acceptedConsumption } from '#domain/readings/consumption-between.ts';
import type { UsageSpan } from '#domain/readings/meter-facts.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { addMonths, type BillingPeriod, firstDayAfter } from '#domain/time/billing-period.ts';
import { daysBetween, earlierOf, type LocalDate, laterOf } from '#domain/time/local-date.ts';
import {
  date,
  float8,
  int4,
  nullable,
  ofOuterJoin,
  text,
  typedSql,
  uuid,
} from '#platform/database/typed-sql.ts';
import { type UsageHistory, usageKey } from '../closing/closing-facts.ts';
import { consumptionInForce, isKnown, type KnownUntil } from '../closing/closing-statements.ts';

/**
 * What averages of these accounts are made of, by account and metering point (product.md §7): the same period of the year
 * before with all its recalculations; for accounts with a point that has none, what its registers counted between their last
 * two actual values up to the period, of each month of days the last one: two readings of neighbouring days tell little. Of several
 * values of a day the one given for the latest period counts. The values with which a meter was installed and removed are
 * actual ones.
 */
export async function loadUsageHistory(
  db: BillingDatabase,
  period: BillingPeriod,
  accountNumbers: readonly string[],
  knownUntil?: KnownUntil,
): Promise<UsageHistory> {
  if (accountNumbers.length === 0) return new Map();
  const lastYear = await lastYearRows(period, accountNumbers).execute(db);
  const wanted = lacksLastYear(lastYear.rows);
  const observed =
    wanted.length === 0 ? undefined : await observationRows(period, wanted, knownUntil).execute(db);
  return makeUsageHistory(lastYear.rows, observed?.rows ?? []);
}

/** What a zone counted on some days. */
export interface ZoneUsage {
  readonly zone: Zone;
  readonly energyWh: number;
  readonly from: LocalDate;
  /** The first day that is not part of it. */
  readonly to: LocalDate;
}

/** What a register of a metering point counted in the period a year before; zone null: nothing is known of the point then. */
export type LastYearRow = { readonly accountNumber: string; readonly eicCode: string } & (
  | ZoneUsage
  | { readonly zone: null }
);

/** @param eicCode Only of this metering point; absent: of all. */
export function lastYearRows(period: BillingPeriod, accountNumbers: readonly string[], eicCode?: string) {
  const before = addMonths(period, -12);
  const used = consumptionInForce(
    (table) =>
      sql`${table} c where c.account_number = any(${accountNumbers}::text[]) and c.period = ${before}`,
  );
  return typedSql({
    accountNumber: text(),
    eicCode: text(),
    zone: nullable(text<Zone>()),
    energyWh: ofOuterJoin(float8()),
    from: ofOuterJoin(date<LocalDate>()),
    to: ofOuterJoin(date<LocalDate>()),
  })`
    select p.account_number as "accountNumber", p.eic_code as "eicCode", used.zone,
      used.energy_wh::float8 as "energyWh", used.from_date as from, used.to_date as to
    from billing.metering_point p
    left join ((${used}) used join billing.meter m using (account_number, meter_id))
      on used.account_number = p.account_number and m.eic_code = p.eic_code
    where p.account_number = any(${accountNumbers}::text[])
      and ${eicCode === undefined ? sql`true` : sql`p.eic_code = ${eicCode}`}`;
}

/** The accounts with a point that has no last year. */
export function lacksLastYear(rows: readonly LastYearRow[]): string[] {
  return [...new Set(rows.filter(({ zone }) => zone === null).map((row) => row.accountNumber))];
}

/** Observations are those of the accounts that `lacksLastYear` lists. */
export function makeUsageHistory(
  lastYear: readonly LastYearRow[],
  observations: readonly ObservationRow[],
): UsageHistory {
  const history = new Map<string, { lastYear?: UsageSpan; lastActual?: UsageSpan }>();
  const keyOf = (row: { accountNumber: string; eicCode: string }) => usageKey(row.accountNumber, row.eicCode);
  for (const [key, rows] of Map.groupBy(lastYear, keyOf)) {
    const span = usageOfMonth(rows.filter((row) => row.zone !== null));
    if (span !== undefined) history.set(key, { lastYear: span });
  }
  for (const [key, rows] of Map.groupBy(observations, keyOf)) {
    const span = usageOfLastActual(rows);
    if (span !== undefined) history.set(key, { ...history.get(key), lastActual: span });
  }
  return history;
}

/** What the registers of a point counted in a month; undefined: none counted on any day. */
export function usageOfMonth(rows: readonly ZoneUsage[]): UsageSpan | undefined {
  const counted = rows.filter(({ from, to }) => from < to);
  const whole = spanOf(counted);
  if (whole === undefined) return undefined;
  const byZone: Partial<Record<Zone, WattHours>> = {};
  const daysByZone: Partial<Record<Zone, number>> = {};
  for (const [zone, own] of Map.groupBy(counted, (row) => row.zone)) {
    const ofZone = spanOf(own);
    if (ofZone === undefined) continue;
    byZone[zone] = ofZone.total;
    if (ofZone.days !== whole.days) daysByZone[zone] = ofZone.days;
  }
  return { ...whole, byZone, daysByZone };
}

function spanOf(rows: readonly ZoneUsage[]): { days: number; total: WattHours } | undefined {
  const [first, ...rest] = rows;
  if (first === undefined) return undefined;
  let { from, to, energyWh } = first;
  for (const row of rest) {
    from = earlierOf(from, row.from);
    to = laterOf(to, row.to);
    energyWh += row.energyWh;
  }
  return { days: daysBetween(from, to), total: wattHours(energyWh) };
}

/** The last actual value of a register and the one of an earlier day. */
export interface Observation {
  readonly meterId: string;
  readonly zone: Zone;
  readonly digitCapacity: number;
  readonly coefficient: number;
  readonly value: number;
  readonly onDate: LocalDate;
  /** Null: there is only one. */
  readonly earlierValue: number | null;
  readonly earlierDate: LocalDate | null;
}

export interface ObservationRow extends Observation {
  readonly accountNumber: string;
  readonly eicCode: string;
}

export function observationRows(
  period: BillingPeriod,
  accountNumbers: readonly string[],
  knownUntil?: KnownUntil,
) {
  return typedSql<ObservationRow>({
    accountNumber: text(),
    eicCode: text(),
    meterId: uuid(),
    zone: text(),
    digitCapacity: int4(),
    coefficient: int4(),
    value: float8(),
    onDate: date(),
    earlierValue: nullable(float8()),
    earlierDate: nullable(date()),
  })`
    with observed as (
      select x.account_number, x.meter_id, x.zone, x.value, x.effective_date as on_date, x.period, x.submitted_at
      from billing.reading x
      where x.account_number = any(${accountNumbers}::text[]) and x.status = 'accepted' and x.period <= ${period}
        and ${isKnown('x', knownUntil)}
      union all
      select r.account_number, r.meter_id, r.zone, r.installed_value, m.installed_on, '', null
      from billing.register r join billing.meter m using (account_number, meter_id)
      where r.account_number = any(${accountNumbers}::text[]) and m.installed_on < ${firstDayAfter(period)}
      union all
      select r.account_number, r.meter_id, r.zone, r.removed_value, m.removed_on, '~', null
      from billing.register r join billing.meter m using (account_number, meter_id)
      where r.account_number = any(${accountNumbers}::text[]) and m.removed_on <= ${firstDayAfter(period)}
        and r.removed_value is not null
    ), of_days as (
      select distinct on (account_number, meter_id, zone, on_date) * from observed
      order by account_number, meter_id, zone, on_date, period desc, submitted_at desc
    ), of_months as (
      select distinct on (account_number, meter_id, zone, month) * from of_days,
        lateral (select case when period in ('', '~') then period else to_char(on_date - 1, 'YYYY-MM') end as month) days
      order by account_number, meter_id, zone, month, on_date desc
    ), ranked as (
      select *, row_number() over latest as place, lead(value) over latest as earlier_value,
        lead(on_date) over latest as earlier_date
      from of_months window latest as (partition by account_number, meter_id, zone order by on_date desc)
    )
    select o.account_number as "accountNumber", m.eic_code as "eicCode", o.meter_id as "meterId", o.zone,
      m.digit_capacity as "digitCapacity", m.coefficient,
      o.value::float8 as value, o.on_date as "onDate", o.earlier_value::float8 as "earlierValue",
      o.earlier_date as "earlierDate"
    from ranked o
    join billing.meter m using (account_number, meter_id)
    where place = 1
    order by o.account_number, m.eic_code, o.on_date desc, o.meter_id, o.zone`;
}

interface ActualSpan {
  readonly meterId: string;
  readonly zone: Zone;
  readonly energyWh: number;
  readonly days: number;
  readonly onDate: LocalDate;
}

/**
 * What the registers of a point counted between their last two actual values, each zone on days of its own: of the meter that
 * was read last, or of one before it when that has only one value. The total is that of the meter that was read last.
 */
export function usageOfLastActual(observations: readonly Observation[]): UsageSpan | undefined {
  const spans = observations
    .flatMap((observation) => spanBetween(observation))
    .sort((a, b) => (a.onDate > b.onDate ? -1 : a.onDate < b.onDate ? 1 : 0));
  const [latest] = spans;
  if (latest === undefined) return undefined;
  const ofMeter = spans.filter(({ meterId }) => meterId === latest.meterId);
  const days = Math.max(...ofMeter.map((span) => span.days));
  const byZone: Partial<Record<Zone, WattHours>> = {};
  const daysByZone: Partial<Record<Zone, number>> = {};
  for (const span of spans) {
    if (byZone[span.zone] !== undefined) continue;
    byZone[span.zone] = wattHours(span.energyWh);
    if (span.days !== days) daysByZone[span.zone] = span.days;
  }
  // A zone of other days counts in the total by its average.
  const total = ofMeter.reduce((sum, span) => sum + Math.round((span.energyWh * days) / span.days), 0);
  return { days, total: wattHours(total), byZone, daysByZone };
}

function spanBetween(row: Observation): ActualSpan[] {
  if (row.earlierValue === null || row.earlierDate === null) return [];
  const days = daysBetween(row.earlierDate, row.onDate);
  if (days <= 0) return [];
  const span = {
    previousValue: row.earlierValue,
    value: row.value,
    digitCapacity: row.digitCapacity,
    coefficient: row.coefficient,
  };
  const between = acceptedConsumption(span);
  if (between.kind === 'lower') return [];
  return [{ meterId: row.meterId, zone: row.zone, energyWh: between.energy, days, onDate: row.onDate }];
}
