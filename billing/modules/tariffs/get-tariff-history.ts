import { answer, refuse } from '#billing/api/define-module.ts';
import { TARIFF_HISTORY } from '#billing/api/tariffs.ts';
import { handleModule } from '#billing/module-handler.ts';
import { tariffRuns } from '#domain/tariffs/tariff-runs.ts';
import { tariffVersionToJson } from '#domain/tariffs/tariff-version-json.ts';
import { findAccountTariff } from './account-tariff-store.ts';
import { cachedTariffs } from './cached-tariffs.ts';

/** TARIFF_HISTORY: what a kWh has cost the account since its tariff began, by days in force (product.md §5, §7). */
export const handleTariffHistory = handleModule(TARIFF_HISTORY, ({ db }) => async ({ accountNumber }) => {
  const [account, tariffs] = await Promise.all([findAccountTariff(db, accountNumber), cachedTariffs(db)]);
  if (account === undefined) return refuse('common.notFound');
  const tariff = tariffs.get(account.tariffCode);
  return answer({
    ...account,
    tariffTitle: tariff?.title ?? account.tariffCode,
    versions: tariffRuns(tariff?.versions ?? [])
      .reverse()
      .map(({ version, from, to }) => {
        const { rule, coefficients, act } = tariffVersionToJson(version);
        return { from, to: to ?? null, rule, coefficients, act };
      }),
  });
});
