import { PRICE_HISTORY, TARIFF_HISTORY } from '#billing/api/tariffs.ts';
import { exportPrices, exportTariffs, priceHistory, tariffHistory } from '#contract/tariffs.ts';
import { fileNameOf } from '#domain/documents/file-names.template.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { tableFile } from '#platform/tables/table-file.ts';
import { relay, relayRefusal, sendFile } from '#portal/http/call-result.ts';
import { type Route, route } from '#portal/http/route.ts';
import { actWords } from './act-words.template.ts';
import { priceTable } from './price-table.template.ts';
import { tariffTable } from './tariff-table.template.ts';

/** What a kWh costs and has cost (product.md §5). */
export function tariffRoutes(): Route[] {
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
  ];
}
