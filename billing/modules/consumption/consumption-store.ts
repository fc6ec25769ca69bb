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

/** Consumption of an account from one period to another, both included, by period and zone. */
export async function listZoneMonths(
  db: BillingDatabase,
  accountNumber: string,
  from: BillingPeriod,
  to: BillingPeriod,
): Promise<readonly ZoneMonthRow[]> {
  const { rows } = await sql<ZoneMonthRow>`
    select period, zone, (sum(energy_wh) / 1000)::float8 as kwh from billing.consumption
    where account_number = ${accountNumber} and period between ${from} and ${to}
    group by period, zone order by period, zone`.execute(db);
  return rows;
}
