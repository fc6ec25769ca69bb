import { answer, refuse } from '#billing/api/define-module.ts';
import { FEED_IN_ACT_PDF } from '#billing/api/feed-in.ts';
import { handleModule } from '#billing/module-handler.ts';
import { cachedSupplier } from '#billing/modules/supplier/public.ts';
import { fileNameOf } from '#domain/documents/file-names.template.ts';
import { billingPeriod, firstDayAfter } from '#domain/time/billing-period.ts';
import { addDays } from '#domain/time/local-date.ts';
import { drawnByWorker } from '#platform/workers/worker-pool.ts';
import type { createActDocument } from './document/act-document.ts';
import { findFeedInMonth, findSeller } from './feed-in-store.ts';
import { feedInMonthData } from './list-feed-in.ts';

const drawActDocument = drawnByWorker<typeof createActDocument>(
  new URL('./document/act-document.ts', import.meta.url).href,
  'createActDocument',
);

/** FEED_IN_ACT_PDF: one month of FEED_IN_LIST as an act that both parties sign (facts 2.6). */
export const handleFeedInActPdf = handleModule(
  FEED_IN_ACT_PDF,
  ({ db }) =>
    async ({ accountNumber, period }) => {
      const [seller, month, supplier] = await Promise.all([
        findSeller(db, accountNumber, addDays(firstDayAfter(billingPeriod(period)), -1)),
        findFeedInMonth(db, accountNumber, billingPeriod(period)),
        cachedSupplier(db),
      ]);
      if (seller === undefined || month === undefined || supplier === undefined)
        return refuse('common.notFound');
      const document = await drawActDocument({
        accountNumber,
        month: feedInMonthData(month),
        seller,
        iban: month.iban,
        supplier: { name: supplier.name, edrpou: supplier.edrpou, address: supplier.address },
      });
      return answer({
        fileName: `${fileNameOf('feedInAct', accountNumber, period)}.pdf`,
        content: document.toString('base64'),
      });
    },
);
