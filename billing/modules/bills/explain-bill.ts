import { BILL_EXPLAIN } from '#billing/api/bills/bill-explanation.ts';
import { answer, type ModuleOutput, refuse } from '#billing/api/define-module.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { findSupplier } from '#billing/modules/supplier/public.ts';
import { cachedTariffs, versionsOf } from '#billing/modules/tariffs/public.ts';
import {
  type BillFacts,
  closingOf,
  costOf,
  daysCovered,
  kwhOf,
  leftFromBefore,
} from '#domain/charges/bill-facts.ts';
import { type DifferencePart, explainDifference } from '#domain/charges/explain-difference.ts';
import { moneyToWire, subtractMoney } from '#domain/money.ts';
import { priceToText } from '#domain/price.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { addMonths, billingPeriod } from '#domain/time/billing-period.ts';
import {
  type ComparedBill,
  findComparedBills,
  listComparedConsumptions,
  listComparedPrices,
} from './explanation-store.ts';

type Explanation = ModuleOutput<typeof BILL_EXPLAIN>;

/** A bill of the comparison as function modules answer it. */
function explanationSide(bill: BillFacts): Explanation['bill'] {
  return {
    period: bill.period,
    closing: moneyToWire(closingOf(bill)),
    cost: moneyToWire(costOf(bill)),
    kwh: kwhOf(bill.consumptions),
    days: bill.days,
  };
}

/** A part with what it is of in either bill. */
function explanationPart(
  part: DifferencePart,
  base: BillFacts,
  bill: BillFacts,
): Explanation['parts'][number] {
  const sum = moneyToWire(part.sum);
  switch (part.kind) {
    case 'days':
      return { kind: part.kind, sum, facts: { from: base.days, to: bill.days, kwh: part.kwh } };
    case 'kwh': {
      const { kind, zone, kwh } = part;
      return { kind, zone, sum, facts: { from: kwhOfZone(base, zone), to: kwhOfZone(bill, zone), kwh } };
    }
    case 'tariff':
      return {
        kind: part.kind,
        sum,
        facts: { from: base.prices.map(priceToText), to: bill.prices.map(priceToText) },
      };
    case 'recalculation':
    case 'benefit': {
      const name = part.kind === 'benefit' ? 'benefit' : 'recalculated';
      return {
        kind: part.kind,
        sum,
        facts: { from: moneyToWire(base[name]), to: moneyToWire(bill[name]) },
      };
    }
    case 'debt':
      return {
        kind: part.kind,
        sum,
        facts: { from: moneyToWire(leftFromBefore(base)), to: moneyToWire(leftFromBefore(bill)) },
      };
  }
}

function kwhOfZone({ consumptions }: BillFacts, zone: Zone): number {
  return kwhOf(consumptions.filter((one) => one.zone === zone));
}

/** Both bills with what was measured and priced. */
async function loadBillFacts(
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

/**
 * BILL_EXPLAIN: a bill against the newest before it, or against that of the same month a year ago, by the tariffs that the
 * account had (decision 0037).
 */
export const handleBillExplain = handleModule(
  BILL_EXPLAIN,
  ({ db }) =>
    async ({ accountNumber, period: asked, against }) => {
      const period = billingPeriod(asked);
      const yearAgo = addMonths(period, -12);
      const found = await findComparedBills(db, accountNumber, period, yearAgo);
      if (found === undefined) return refuse('common.notFound');
      const { bills } = found;
      const bill = bills.find((one) => one.period === period);
      if (bill === undefined && found.billingCondition === 'callCentre') {
        const supplier = await findSupplier(db);
        const phones = [...(supplier?.phones ?? []), ...(supplier?.mobile_phones ?? [])];
        return refuse('billing.invoiceByCallCentre', { phones: phones.join(', ') });
      }
      if (bill === undefined) return refuse('billing.noCharges');
      const previous = bills.findLast((one) => one.period < period);
      const lastYear = bills.find((one) => one.period === yearAgo);
      const available = { previous: previous?.period ?? null, lastYear: lastYear?.period ?? null };
      const base = { previous, lastYear }[against];
      if (base === undefined) return refuse('billing.noComparison', undefined, { available });

      const [tariffs, [baseFacts, billFacts]] = await Promise.all([
        cachedTariffs(db),
        loadBillFacts(db, accountNumber, base, bill),
      ]);
      const versions = versionsOf(tariffs, found);
      const parts = explainDifference(baseFacts, billFacts, versions);
      return answer({
        base: explanationSide(baseFacts),
        bill: explanationSide(billFacts),
        parts: parts.map((part) => explanationPart(part, baseFacts, billFacts)),
        difference: moneyToWire(subtractMoney(closingOf(billFacts), closingOf(baseFacts))),
        available,
      });
    },
);
