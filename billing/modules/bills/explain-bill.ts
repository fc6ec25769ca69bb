import { BILL_EXPLAIN } from '#billing/api/bill-explanation.ts';
import { answer, refuse } from '#billing/api/define-module.ts';
import { handleModule } from '#billing/module-handler.ts';
import { findSupplier } from '#billing/modules/supplier/public.ts';
import { cachedTariffs, versionsOf } from '#billing/modules/tariffs/public.ts';
import { closingOf } from '#domain/charges/bill-facts.ts';
import { explainDifference } from '#domain/charges/explain-difference.ts';
import { moneyToWire, subtractMoney } from '#domain/money.ts';
import { addMonths, billingPeriod } from '#domain/time/billing-period.ts';
import { explanationPart, explanationSide } from './explanation-data.ts';
import { findComparedBills } from './explanation-store.ts';
import { loadBillFacts } from './load-bill-facts.ts';

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
