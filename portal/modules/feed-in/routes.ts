import { FEED_IN_ACT_PDF, FEED_IN_LIST } from '#billing/api/feed-in.ts';
import { exportFeedIn, feedInPdf, listFeedIn } from '#contract/feed-in.ts';
import { fileNameOf } from '#domain/documents/file-names.template.ts';
import { tableFile } from '#platform/tables/table-file.ts';
import { relay, relayRefusal, sendFile } from '#portal/http/call-result.ts';
import { type Route, route } from '#portal/http/route.ts';
import { feedInTable } from './feed-in-table.template.ts';

/** The green tariff: monthly acts, their papers, a table to keep (facts 2.6). */
export function feedInRoutes(): Route[] {
  return [
    route(listFeedIn, async ({ account, year }, { billing }) =>
      relay(await billing(FEED_IN_LIST, { accountNumber: account, year: year ?? null }), (list) => list),
    ),

    route(feedInPdf, async ({ account, period }, { billing }) => {
      const result = await billing(FEED_IN_ACT_PDF, { accountNumber: account, period });
      if (!result.ok) return relayRefusal(result);
      return sendFile(Buffer.from(result.data.content, 'base64'), result.data.fileName);
    }),

    route(exportFeedIn, async ({ account, year, format }, { billing }) => {
      const result = await billing(FEED_IN_LIST, { accountNumber: account, year: year ?? null });
      if (!result.ok) return relayRefusal(result);
      const { months, totals } = result.data;
      const name = fileNameOf('feedIn', account, result.data.year);
      const file = await tableFile(format, name, [feedInTable(months, totals)]);
      return sendFile(file.content, file.fileName, file.contentType);
    }),
  ];
}
