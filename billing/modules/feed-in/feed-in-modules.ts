import { answer, refuse } from '#billing/api/define-module.ts';
import { FEED_IN_ACT_PDF, FEED_IN_LIST } from '#billing/api/feed-in.ts';
import { handleModule } from '#billing/module-handler.ts';
import { cachedSupplier } from '#billing/modules/supplier/public.ts';
import type { FeedInMonthData } from '#contract/values/feed-in.ts';
import { fileNameOf } from '#domain/documents/file-names.template.ts';
import { percentText } from '#domain/feed-in/monthly-act.ts';
import { type Kopiykas, moneyToWire, sumMoney, zeroMoney } from '#domain/money.ts';
import { priceToText } from '#domain/price.ts';
import { billingPeriod, firstDayAfter } from '#domain/time/billing-period.ts';
import { addDays } from '#domain/time/local-date.ts';
import { drawnByWorker } from '#platform/workers/worker-pool.ts';
import type { createActDocument } from './document/act-document.ts';
import { type FeedInMonthRow, findFeedInMonth, findSeller, listFeedInMonths } from './feed-in-store.ts';

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

const yearOf = ({ period }: FeedInMonthRow) => Number(period.slice(0, 4));

/** FEED_IN_LIST: acts of a year, newest first, with totals (facts 2.6). */
export const handleFeedInList = handleModule(FEED_IN_LIST, ({ db }) => async ({ accountNumber, year }) => {
  const [seller, all] = await Promise.all([
    findSeller(db, accountNumber),
    listFeedInMonths(db, accountNumber),
  ]);
  if (seller === undefined) return refuse('common.notFound');
  const years = [...new Set(all.map(yearOf))];
  const shown = year ?? years[0] ?? null;
  const months = all.filter((month) => yearOf(month) === shown);
  const iban = all.find((month) => month.iban !== null)?.iban;
  return answer({
    greenTarif: seller.feedIn,
    year: shown,
    years,
    months: months.map(feedInMonthData),
    totals: totalsOf(months),
    bank: iban ? { recipient: seller.customerName, iban } : null,
  });
});

/** A month in the form of the module. */
function feedInMonthData(month: FeedInMonthRow): FeedInMonthData {
  const { iban: _, incomeTaxPermille, militaryLevyPermille, ...shown } = month;
  return {
    ...shown,
    price: priceToText(month.price),
    amount: moneyToWire(month.amount),
    incomeTaxPercent: percentText(incomeTaxPermille),
    incomeTax: moneyToWire(month.incomeTax),
    militaryLevyPercent: percentText(militaryLevyPermille),
    militaryLevy: moneyToWire(month.militaryLevy),
    paid: moneyToWire(month.paid),
  };
}

function totalsOf(months: readonly FeedInMonthRow[]) {
  const kwh = (of: (month: FeedInMonthRow) => number) => months.reduce((sum, month) => sum + of(month), 0);
  const money = (of: (month: FeedInMonthRow) => Kopiykas) => moneyToWire(sumMoney(months.map(of)));
  return {
    generatedKwh: kwh((month) => month.generatedKwh),
    exportedKwh: kwh((month) => month.exportedKwh),
    consumedKwh: kwh((month) => month.consumedKwh),
    amount: money((month) => month.amount),
    incomeTax: money((month) => month.incomeTax),
    militaryLevy: money((month) => month.militaryLevy),
    paid: money((month) => month.paid),
    paidOut: money((month) => (month.paidOn === null ? zeroMoney : month.paid)),
  };
}
