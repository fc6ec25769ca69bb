import { type RawBuilder, sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { wattHours } from '#domain/energy.ts';
import { consumptionBetween } from '#domain/readings/consumption-between.ts';
import type { UsageSpan } from '#domain/readings/meter-facts.ts';
import { physicalLimit } from '#domain/readings/physical-limit.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { addMonths, type BillingPeriod } from '#domain/time/billing-period.ts';
import { daysBetween, type LocalDate } from '#domain/time/local-date.ts';
import { type UsageHistory, usageKey } from './closing-facts.ts';

/**
 * What averages of these accounts are made of, by account and metering point (product.md §7): the same period of the year
 * before as it was charged; for accounts with a point that has none, what its registers counted between their last two
 * actual values up to the period, of each period the last one: two readings of neighbouring days tell little. The value
 * with which a meter was installed is an actual one.
 */
export async function loadUsageHistory(
  db: BillingDatabase,
  period: BillingPeriod,
  accountNumbers: readonly string[],
): Promise<UsageHistory> {
  if (accountNumbers.length === 0) return new Map();
  const lastYear = await lastYearRows(period, accountNumbers).execute(db);
  const wanted = lacksLastYear(lastYear.rows);
  const observed = wanted.length === 0 ? undefined : await observationRows(period, wanted).execute(db);
  return makeUsageHistory(lastYear.rows, observed?.rows ?? []);
}

/** What a zone of a metering point counted in the period a year before; zone null: nothing was charged for the point then. */
export interface LastYearRow {
  readonly accountNumber: string;
  readonly eicCode: string;
  readonly zone: Zone | null;
  readonly energyWh: number;
  readonly days: number;
}

export function lastYearRows(
  period: BillingPeriod,
  accountNumbers: readonly string[],
): RawBuilder<LastYearRow> {
  return sql`
    select p.account_number as "accountNumber", p.eic_code as "eicCode", c.zone, sum(c.energy_wh)::float8 as "energyWh",
      (max(c.to_date) - min(c.from_date))::int as days
    from billing.metering_point p
    left join (billing.consumption c join billing.meter m using (account_number, meter_id))
      on c.account_number = p.account_number and m.eic_code = p.eic_code and c.period = ${addMonths(period, -12)}
    where p.account_number = any(${accountNumbers}::text[])
    group by 1, 2, 3`;
}

/** The accounts with a point that has no last year. */
export function lacksLastYear(rows: readonly LastYearRow[]): string[] {
  return [...new Set(rows.filter(({ zone }) => zone === null).map((row) => row.accountNumber))];
}

/** Observations are those of the accounts that `lacksLastYear` tells of. */
export function makeUsageHistory(
  lastYear: readonly LastYearRow[],
  observations: readonly ObservationRow[],
): UsageHistory {
  const spans = new Map<string, UsageSpan>();
  for (const row of lastYear) if (row.zone !== null) addZone(spans, { ...row, zone: row.zone });
  const history = new Map<string, { lastYear?: UsageSpan; lastActual?: UsageSpan }>();
  for (const [key, span] of spans) history.set(key, { lastYear: span });
  for (const [key, span] of spansOf(observations))
    history.set(key, { ...history.get(key), lastActual: span });
  return history;
}

/** The last actual value of a register and the one before. */
export interface ObservationRow {
  readonly accountNumber: string;
  readonly eicCode: string;
  readonly meterId: string;
  readonly zone: Zone;
  readonly digitCapacity: number;
  readonly coefficient: number;
  readonly contractedPowerWatts: number;
  /** The last value and the one before, each with its day; the latter absent when there is only one. */
  readonly value: number;
  readonly onDate: LocalDate;
  readonly earlierValue: number | null;
  readonly earlierDate: LocalDate | null;
}

export function observationRows(
  period: BillingPeriod,
  accountNumbers: readonly string[],
): RawBuilder<ObservationRow> {
  return sql`
    with observed as (
      (select distinct on (account_number, meter_id, zone, period)
        account_number, meter_id, zone, value, effective_date as on_date
      from billing.reading
      where account_number = any(${accountNumbers}::text[]) and status = 'accepted' and period <= ${period}
      order by account_number, meter_id, zone, period, effective_date desc)
      union all
      select r.account_number, r.meter_id, r.zone, r.installed_value, m.installed_on
      from billing.register r join billing.meter m using (account_number, meter_id)
      where r.account_number = any(${accountNumbers}::text[])
    ), ranked as (
      select *, row_number() over latest as place, lead(value) over latest as earlier_value,
        lead(on_date) over latest as earlier_date
      from observed window latest as (partition by account_number, meter_id, zone order by on_date desc, value desc)
    )
    select o.account_number as "accountNumber", m.eic_code as "eicCode", o.meter_id as "meterId", o.zone,
      m.digit_capacity as "digitCapacity", m.coefficient, p.contracted_power_watts as "contractedPowerWatts",
      o.value::float8 as value, o.on_date as "onDate", o.earlier_value::float8 as "earlierValue",
      o.earlier_date as "earlierDate"
    from ranked o
    join billing.meter m using (account_number, meter_id)
    join billing.metering_point p using (account_number, eic_code)
    where place = 1 and m.removed_on is null
    order by o.account_number, m.eic_code, o.zone`;
}

/** What the registers of each point counted between their last two actual values. */
function spansOf(rows: readonly ObservationRow[]): Map<string, UsageSpan> {
  const spans = new Map<string, UsageSpan>();
  for (const row of rows) {
    if (row.earlierValue === null || row.earlierDate === null) continue;
    const days = daysBetween(row.earlierDate, row.onDate);
    if (days <= 0) continue;
    const between = consumptionBetween({
      previousValue: row.earlierValue,
      value: row.value,
      digitCapacity: row.digitCapacity,
      coefficient: row.coefficient,
      limit: physicalLimit(row.contractedPowerWatts, days),
    });
    if (between.kind !== 'lower') addZone(spans, { ...row, energyWh: between.energy, days });
  }
  return spans;
}

/** Registers of a point that were read on other days than the first one are left out: their days don't compare. */
function addZone(
  spans: Map<string, UsageSpan>,
  row: { accountNumber: string; eicCode: string; zone: Zone; energyWh: number; days: number },
): void {
  const key = usageKey(row.accountNumber, row.eicCode);
  const span = spans.get(key);
  const energy = wattHours(row.energyWh);
  if (span === undefined) {
    spans.set(key, { days: row.days, total: energy, byZone: { [row.zone]: energy } });
  } else if (span.days === row.days) {
    const ofZone = wattHours((span.byZone?.[row.zone] ?? 0) + energy);
    span.total = wattHours(span.total + energy);
    span.byZone = { ...span.byZone, [row.zone]: ofZone };
  }
}
