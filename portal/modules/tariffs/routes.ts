import {
  PRICE_HISTORY,
  TARIFF_HISTORY,
  TARIFF_LIST,
  TARIFF_PLAN,
  TARIFF_PLAN_STEP,
  TARIFF_TRIAL,
} from '#billing/api/tariffs.ts';
import { planTariff, readTariffs, stepTariffPlan, tryTariffPlan } from '#contract/tariffs/tariff-plans.ts';
import { exportPrices, exportTariffs, priceHistory, tariffHistory } from '#contract/tariffs.ts';
import { fileNameOf } from '#domain/documents/file-names.template.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { tableFile } from '#platform/tables/table-file.ts';
import { relay, relayRefusal, sendFile } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { findAdministratorName, findSecondPerson } from '#portal/modules/identity/public.ts';
import { actWords } from './act-words.template.ts';
import { priceTable } from './price-table.template.ts';
import { tariffTable } from './tariff-table.template.ts';

/** What a kWh costs and has cost (product.md §5), and how the supplier plans what it will cost (product.md §10). */
export function tariffRoutes({ db }: Pick<PortalServices, 'db'>): Route[] {
  return [
    route(tariffHistory, async ({ account }, { billing, clock }) =>
      relay(
        await billing(TARIFF_HISTORY, { accountNumber: account }),
        ({ tariffTitle, zoneScheme, versions }) => ({
          tariffTitle,
          zoneScheme,
          today: kyivDateOf(clock.now()),
          versions: versions.map(({ act, ...version }) => ({ ...version, ...actWords(act) })),
        }),
      ),
    ),

    route(exportTariffs, async ({ account, format }, { billing }) => {
      const result = await billing(TARIFF_HISTORY, { accountNumber: account });
      if (!result.ok) return relayRefusal(result);
      const file = await tableFile(format, fileNameOf('tariffs', account), [tariffTable(result.data)]);
      return sendFile(file.content, file.fileName, file.contentType);
    }),

    route(priceHistory, async ({ account }, { billing, clock }) =>
      relay(await billing(PRICE_HISTORY, { accountNumber: account }), (history) => ({
        today: kyivDateOf(clock.now()),
        ...history,
      })),
    ),

    route(exportPrices, async ({ account, format }, { billing }) => {
      const result = await billing(PRICE_HISTORY, { accountNumber: account });
      if (!result.ok) return relayRefusal(result);
      const file = await tableFile(format, fileNameOf('tariffs', account), [
        priceTable(result.data.components),
      ]);
      return sendFile(file.content, file.fileName, file.contentType);
    }),

    route(readTariffs, async (_input, { billing, session }) =>
      relay(await billing(TARIFF_LIST, {}), (list) => ({
        ...list,
        tariffs: list.tariffs.map((tariff) => ({
          ...tariff,
          versions: tariff.versions.map((version) => ({ ...version, act: actWords(version.act).act })),
        })),
        you: session.identityId,
      })),
    ),

    route(planTariff, async ({ tariff, planId, from, token: _, ...plan }, { billing, session }) =>
      relay(
        await billing(TARIFF_PLAN, {
          ...plan,
          tariffCode: tariff,
          planId: planId?.toLowerCase() ?? null,
          validFrom: from,
          administrator: await findAdministratorName(db, session.identityId),
        }),
        (planned) => planned,
      ),
    ),

    route(stepTariffPlan, async ({ planId, revision, step, reason }, { billing, session, clock }) =>
      relay(
        await billing(TARIFF_PLAN_STEP, {
          planId: planId.toLowerCase(),
          revision,
          step,
          reason,
          administrator: await findSecondPerson(db, session.identityId, clock.now()),
        }),
        (stepped) => stepped,
      ),
    ),

    route(tryTariffPlan, async ({ planId, act }, { billing, session }) =>
      relay(
        await billing(TARIFF_TRIAL, {
          planId: planId.toLowerCase(),
          act,
          administrator: await findAdministratorName(db, session.identityId),
        }),
        (tried) => tried,
      ),
    ),
  ];
}
