import type { BillingDatabase } from '#billing/billing-database.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { addMonths, type BillingPeriod } from '#domain/time/billing-period.ts';
import { float8, nullable, text, typedSql } from '#platform/database/typed-sql.ts';

/** What an account consumed in a period on all its registers of a zone, without those of sub-consumers. */
interface ZoneMonthRow {
  readonly period: BillingPeriod;
  readonly zone: Zone;
  readonly kwh: number;
}

/**
 * Consumption of an account from one period to another, both included, by period and zone; undefined: no such account. What a
 * sub-consumer took has gone through the meter of its main point: it counts there alone.
 */
async function listZoneMonths(
  db: BillingDatabase,
  accountNumber: string,
  from: BillingPeriod,
  to: BillingPeriod,
): Promise<readonly ZoneMonthRow[] | undefined> {
  const { rows } = await typedSql({
    period: nullable(text<BillingPeriod>()),
    zone: nullable(text<Zone>()),
    kwh: nullable(float8()),
  })`
    select c.period, c.zone, (sum(c.energy_wh) / 1000)::float8 as kwh
    from billing.account a
    left join billing.consumption c on c.account_number = a.account_number and c.period between ${from} and ${to}
      and not exists (select from billing.sub_consumer s join billing.meter m using (account_number, eic_code)
        where s.account_number = c.account_number and m.meter_id = c.meter_id
          and s.valid_from < (c.period || '-01')::date + interval '1 month'
          and coalesce(s.valid_to, 'infinity') >= (c.period || '-01')::date)
    where a.account_number = ${accountNumber}
    group by c.period, c.zone order by c.period, c.zone`.execute(db);
  if (rows.length === 0) return undefined;
  return rows.flatMap(({ period, zone, kwh }) =>
    period === null || zone === null || kwh === null ? [] : [{ period, zone, kwh }],
  );
}

/** Months that a chart shows: a year and the same month of the year before. */
const MONTHS_SHOWN = 13;

export interface ConsumedMonth {
  readonly period: BillingPeriod;
  readonly zones: Readonly<Record<string, number>>;
  readonly kwh: number;
  readonly lastYearKwh: number | null;
}

/**
 * The 13 months that end with `last`, oldest first, each beside the same month of the year before. Months before the first
 * that is known are left out; a month without consumption inside them is a zero. Undefined: no such account.
 */
export async function listMonths(
  db: BillingDatabase,
  accountNumber: string,
  last: BillingPeriod,
): Promise<ConsumedMonth[] | undefined> {
  const first = addMonths(last, 1 - MONTHS_SHOWN);
  const rows = await listZoneMonths(db, accountNumber, addMonths(first, -12), last);
  if (rows === undefined) return undefined;
  const zonesOf = new Map<BillingPeriod, Record<string, number>>();
  for (const { period, zone, kwh } of rows) {
    zonesOf.set(period, { ...zonesOf.get(period), [zone]: kwh });
  }
  const months: ConsumedMonth[] = [];
  for (let period = first; period <= last; period = addMonths(period, 1)) {
    const zones = zonesOf.get(period);
    if (zones === undefined && months.length === 0) continue;
    const lastYear = zonesOf.get(addMonths(period, -12));
    months.push({
      period,
      zones: zones ?? {},
      kwh: sumOf(zones ?? {}),
      lastYearKwh: lastYear === undefined ? null : sumOf(lastYear),
    });
  }
  return months;
}

function sumOf(zones: Readonly<Record<string, number>>): number {
  return Object.values(zones).reduce((sum, kwh) => sum + kwh, 0);
}
