import { type RawBuilder, sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { Zone, ZoneScheme } from '#domain/tariffs/tariff.ts';
import { addMonths, type BillingPeriod } from '#domain/time/billing-period.ts';
import type { ChargedMonth } from './closing-facts.ts';

/** Estimates older than this are not taken back: the limitation of actions is three years. */
const MONTHS_BACK = 36;

/** What a register counted in a month. */
export interface MonthRow {
  readonly accountNumber: string;
  readonly period: BillingPeriod;
  readonly meterId: string;
  readonly zone: Zone;
  readonly scheme: ZoneScheme;
  readonly energyWh: number;
  readonly basis: 'actual' | 'brought' | 'estimated';
}

/**
 * The months before the period that were charged by average since the last actual reading, by account, the latest first:
 * what an overestimate is taken back from. A month whose reading was brought to the 1st is the last of them.
 */
export async function loadChargedMonths(
  db: BillingDatabase,
  period: BillingPeriod,
  accountNumbers: readonly string[],
): Promise<Map<string, ChargedMonth[]>> {
  if (accountNumbers.length === 0) return new Map();
  const { rows } = await monthRows(period, accountNumbers).execute(db);
  return groupChargedMonths(rows);
}

/** Of the months that estimates may be taken back from, the latest first. */
export function monthRows(period: BillingPeriod, accountNumbers: readonly string[]): RawBuilder<MonthRow> {
  return sql`
    select c.account_number as "accountNumber", c.period, c.meter_id as "meterId", c.zone, m.zone_scheme as scheme,
      c.energy_wh::float8 as "energyWh", c.basis
    from billing.consumption c join billing.meter m using (account_number, meter_id)
    where c.account_number = any(${accountNumbers}::text[]) and c.period < ${period}
      and c.period >= ${addMonths(period, -MONTHS_BACK)}
    order by c.account_number, c.period desc`;
}

/** The months of each account; what a register was charged by average counts down to its last actual value. */
export function groupChargedMonths(rows: readonly MonthRow[]): Map<string, ChargedMonth[]> {
  const byAccount = new Map<string, ChargedMonth[]>();
  const settled = new Set<string>();
  for (const row of rows) {
    const register = `${row.accountNumber} ${row.meterId} ${row.zone}`;
    const isEstimated = row.basis !== 'actual' && !settled.has(register);
    if (row.basis !== 'estimated') settled.add(register);
    const months = byAccount.get(row.accountNumber) ?? [];
    byAccount.set(row.accountNumber, months);
    let month = months.at(-1);
    if (month?.period !== row.period) {
      month = { period: row.period, consumptions: [] };
      months.push(month);
    }
    month.consumptions.push({ ...row, isEstimated });
  }
  return byAccount;
}
