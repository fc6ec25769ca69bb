import { answer, refuse } from '#billing/api/define-module.ts';
import { TARIFF_HISTORY } from '#billing/api/tariffs.ts';
import { handleModule } from '#billing/module-handler.ts';
import { tariffRuns } from '#domain/tariffs/tariff-runs.ts';
import { tariffVersionToJson } from '#domain/tariffs/tariff-version-json.ts';
import { findAccountTariff } from './account-tariff-store.ts';
import { cachedTariffs } from './cached-tariffs.ts';
import { versionsOf } from './versions-of.ts';

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
        return { from, to: to ?? null, rule, coefficients, act };
      }),
  });
});
