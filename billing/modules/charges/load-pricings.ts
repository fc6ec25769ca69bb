import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import {
  type AccountTariffs,
  cachedTariffs,
  tariffHistoryColumn,
  versionsOf,
} from '#billing/modules/tariffs/public.ts';
import type { ZoneScheme } from '#domain/tariffs/tariff.ts';
import type { Pricing } from './pricing.ts';

/**
 * What prices the energy of these accounts, in one statement (none for the tariffs while they are remembered). An account
 * that does not exist is absent; one without a meter has no schemes; a tariff without a version has no versions.
 */
export async function loadPricings(
  db: BillingDatabase,
  accountNumbers: readonly string[],
): Promise<Map<string, Pricing>> {
  const [tariffs, { rows }] = await Promise.all([
    cachedTariffs(db),
    sql<{
      account_number: string;
      tariffCode: string;
      tariffHistory: AccountTariffs['tariffHistory'];
      meter_id: string | null;
      zone_scheme: ZoneScheme | null;
    }>`
      select a.account_number, a.tariff_code as "tariffCode", ${tariffHistoryColumn('a')} as "tariffHistory",
        m.meter_id, m.zone_scheme
      from billing.account a left join billing.meter m using (account_number)
      where a.account_number = any(${accountNumbers}::text[])`.execute(db),
  ]);
  const pricings = new Map<string, Pricing & { schemes: Map<string, ZoneScheme> }>();
  for (const row of rows) {
    let pricing = pricings.get(row.account_number);
    if (pricing === undefined) {
      pricing = { tariffCode: row.tariffCode, versions: versionsOf(tariffs, row), schemes: new Map() };
      pricings.set(row.account_number, pricing);
    }
    if (row.meter_id !== null && row.zone_scheme !== null) pricing.schemes.set(row.meter_id, row.zone_scheme);
  }
  return pricings;
}
