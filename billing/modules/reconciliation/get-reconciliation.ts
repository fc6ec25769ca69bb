import { answer, refuse } from '#billing/api/define-module.ts';
import { RECONCILIATION_GET, RECONCILIATION_MONTHS } from '#billing/api/reconciliation.ts';
import { handleModule } from '#billing/module-handler.ts';
import { cachedSupplier } from '#billing/modules/supplier/public.ts';
import { moneyToWire } from '#domain/money.ts';
import { billingPeriod, firstDayAfter } from '#domain/time/billing-period.ts';
import { addDays } from '#domain/time/local-date.ts';
import { composeAct } from './compose-act.ts';
import { findCustomer, findMonths, getOpening, listEntries } from './reconciliation-store.ts';

/** RECONCILIATION_MONTHS: an account that began after the last closed month has none yet. */
export const handleReconciliationMonths = handleModule(
  RECONCILIATION_MONTHS,
  ({ db }) =>
    async ({ accountNumber }) => {
      const months = await findMonths(db, accountNumber);
      if (months === undefined) return refuse('common.notFound');
      const { first, last } = months;
      return answer(
        first === null || last === null || first > last ? { first: null, last: null } : { first, last },
      );
    },
);

/**
 * RECONCILIATION_GET: a view of the receivable for energy, so that it agrees with the bills at both ends (product.md §7,
 * facts 2.7). Closed months change no more, so acts of months that follow each other join without a gap.
 */
export const handleReconciliationGet = handleModule(
  RECONCILIATION_GET,
  ({ db }) =>
    async ({ accountNumber, from, to, isContinued }) => {
      const months = { from: billingPeriod(from), to: billingPeriod(to), isContinued };
      const [customer, supplier, opening, entries] = await Promise.all([
        findCustomer(db, accountNumber, addDays(firstDayAfter(months.to), -1)),
        cachedSupplier(db),
        getOpening(db, accountNumber, months),
        listEntries(db, accountNumber, months),
      ]);
      if (customer === undefined || supplier === undefined) return refuse('common.notFound');
      const { name, edrpou, address } = supplier;
      return answer({
        supplier: { name, edrpou, address },
        customer,
        opening: moneyToWire(opening),
        ...composeAct(opening, entries),
      });
    },
);
