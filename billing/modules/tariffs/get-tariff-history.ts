import { answer, refuse } from '#billing/api/define-module.ts';
import { TARIFF_HISTORY } from '#billing/api/tariffs.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import type { ZoneScheme } from '#domain/tariffs/tariff.ts';
import { tariffRuns } from '#domain/tariffs/tariff-runs.ts';
import { tariffVersionToJson } from '#domain/tariffs/tariff-version-json.ts';
import { json, nullable, text, typedSql } from '#platform/database/typed-sql.ts';
import { cachedTariffs } from './cached-tariffs.ts';
import { type AccountTariffs, tariffHistoryColumn, versionsOf } from './versions-of.ts';

interface AccountTariff extends AccountTariffs {
  /** Of the meter that works, the newest of several; 'single' without one. */
  readonly zoneScheme: ZoneScheme;
}

/** By what an account is charged; undefined: no such account. */
async function findAccountTariff(
  db: BillingDatabase,
  accountNumber: string,
): Promise<AccountTariff | undefined> {
  const { rows } = await typedSql<AccountTariff>({
    zoneScheme: text(),
    tariffCode: text(),
    tariffHistory: nullable(json()),
  })`
    select a.tariff_code as "tariffCode", ${tariffHistoryColumn('a')} as "tariffHistory",
      coalesce((select m.zone_scheme from billing.meter m
        where m.account_number = a.account_number and m.removed_on is null
        order by m.installed_on desc, m.meter_id limit 1), 'single') as "zoneScheme"
    from billing.account a where a.account_number = ${accountNumber}`.execute(db);
  return rows[0];
}

/** TARIFF_HISTORY: what a kWh has cost the account under the tariffs that it had, by days in force (product.md §5, §7). */
export const handleTariffHistory = handleModule(TARIFF_HISTORY, ({ db }) => async ({ accountNumber }) => {
  const [account, tariffs] = await Promise.all([findAccountTariff(db, accountNumber), cachedTariffs(db)]);
  if (account === undefined) return refuse('common.notFound');
  const { tariffCode, zoneScheme } = account;
  return answer({
    tariffCode,
    zoneScheme,
    tariffTitle: tariffs.get(tariffCode)?.title ?? tariffCode,
    versions: tariffRuns(versionsOf(tariffs, account))
      .reverse()
      .map(({ version, from, to }) => {
        const { rule, coefficients, act } = tariffVersionToJson(version);
        return { from, to: to ?? null, rule, zones: coefficients, act };
      }),
  });
});
