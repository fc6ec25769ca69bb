import { answer, refuse } from '#billing/api/define-module.ts';
import { FEED_IN_LIST } from '#billing/api/feed-in.ts';
import { handleModule } from '#billing/module-handler.ts';
import type { FeedInMonthData } from '#contract/values/feed-in.ts';
import { percentText } from '#domain/feed-in/monthly-act.ts';
import { type Kopiykas, moneyToWire, sumMoney, zeroMoney } from '#domain/money.ts';
import { priceToText } from '#domain/price.ts';
import { type FeedInMonthRow, findSeller, listFeedInMonths } from './feed-in-store.ts';

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
export function feedInMonthData(month: FeedInMonthRow): FeedInMonthData {
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
