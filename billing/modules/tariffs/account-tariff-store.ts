import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { ZoneScheme } from '#domain/tariffs/tariff.ts';
import { type AccountTariffs, tariffHistoryColumn } from './versions-of.ts';

export interface AccountTariff extends AccountTariffs {
  /** Of the meter that works, the newest of several; 'single' without one. */
  readonly zoneScheme: ZoneScheme;
}

/** By what an account is charged; undefined: no such account. */
export async function findAccountTariff(
  db: BillingDatabase,
  accountNumber: string,
): Promise<AccountTariff | undefined> {
  const { rows } = await sql<AccountTariff>`
    select a.tariff_code as "tariffCode", ${tariffHistoryColumn('a')} as "tariffHistory",
      coalesce((select m.zone_scheme from billing.meter m
        where m.account_number = a.account_number and m.removed_on is null
        order by m.installed_on desc, m.meter_id limit 1), 'single') as "zoneScheme"
    from billing.account a where a.account_number = ${accountNumber}`.execute(db);
  return rows[0];
}
