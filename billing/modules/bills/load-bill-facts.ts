import type { BillingDatabase } from '#billing/billing-database.ts';
import { type BillFacts, daysCovered } from '#domain/charges/bill-facts.ts';
import { addMoney, zeroMoney } from '#domain/money.ts';
import {
  type ComparedBill,
  listComparedBenefits,
  listComparedConsumptions,
  listComparedPrices,
} from './explanation-store.ts';

/** Both bills with what was measured, priced and granted. Benefits stand inside what a bill says was paid, and leave it. */
export async function loadBillFacts(
  db: BillingDatabase,
  accountNumber: string,
  base: ComparedBill,
  bill: ComparedBill,
): Promise<[base: BillFacts, bill: BillFacts]> {
  const periods = [base.period, bill.period];
  const [consumptions, prices, benefits] = await Promise.all([
    listComparedConsumptions(db, accountNumber, periods),
    listComparedPrices(db, accountNumber, periods),
    listComparedBenefits(db, accountNumber, periods),
  ]);
  const factsOf = ({ paid, ...sums }: ComparedBill): BillFacts => {
    const isOwn = (row: { readonly period: string }) => row.period === sums.period;
    const own = consumptions.filter(isOwn);
    const benefit = benefits.find(isOwn)?.sum ?? zeroMoney;
    return {
      ...sums,
      benefit,
      paid: addMoney(paid, benefit),
      days: daysCovered(own),
      consumptions: own.map(({ scheme, zone, kwh }) => ({ scheme, zone, kwh })),
      prices: prices.filter(isOwn).map(({ price }) => price),
    };
  };
  return [factsOf(base), factsOf(bill)];
}
