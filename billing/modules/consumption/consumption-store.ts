import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';

/** What an account consumed in a period on all its registers of a zone. */
export interface ZoneMonthRow {
  readonly period: BillingPeriod;
  readonly zone: Zone;
  readonly kwh: number;
}

/** Consumption of an account from one period to another, both included, by period and zone; undefined: no such account. */
export async function listZoneMonths(
  db: BillingDatabase,
  accountNumber: string,
  from: BillingPeriod,
  to: BillingPeriod,
): Promise<readonly ZoneMonthRow[] | undefined> {
  const { rows } = await sql<ZoneMonthRow | { readonly period: null }>`
    select c.period, c.zone, (sum(c.energy_wh) / 1000)::float8 as kwh
    from billing.account a
    left join billing.consumption c on c.account_number = a.account_number and c.period between ${from} and ${to}
    where a.account_number = ${accountNumber}
    group by c.period, c.zone order by c.period, c.zone`.execute(db);
  return rows.length === 0 ? undefined : rows.filter((row) => row.period !== null);
}
