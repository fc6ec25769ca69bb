import type { BillingDatabase } from '#billing/billing-database.ts';
import { type BillFacts, daysCovered } from '#domain/charges/bill-facts.ts';
import { type ComparedBill, listComparedConsumptions, listComparedPrices } from './explanation-store.ts';

/** Both bills with what was measured and priced. */
export async function loadBillFacts(
  db: BillingDatabase,
  accountNumber: string,
  base: ComparedBill,
  bill: ComparedBill,
): Promise<[base: BillFacts, bill: BillFacts]> {
  const periods = [base.period, bill.period];
  const [consumptions, prices] = await Promise.all([
    listComparedConsumptions(db, accountNumber, periods),
    listComparedPrices(db, accountNumber, periods),
  ]);
  const factsOf = (sums: ComparedBill): BillFacts => {
    const isOwn = (row: { readonly period: string }) => row.period === sums.period;
    const own = consumptions.filter(isOwn);
    return {
      ...sums,
      days: daysCovered(own),
      consumptions: own.map(({ scheme, zone, kwh }) => ({ scheme, zone, kwh })),
      prices: prices.filter(isOwn).map(({ price }) => price),
    };
  };
  return [factsOf(base), factsOf(bill)];
}
