import { answer, refuse } from '#billing/api/define-module.ts';
import {
  RECONCILIATION_GET,
  RECONCILIATION_MONTHS,
  type ReconciliationRow,
} from '#billing/api/reconciliation-acts.ts';
import { handleModule } from '#billing/module-handler.ts';
import { cachedSupplier } from '#billing/modules/supplier/public.ts';
import { addMoney, type Kopiykas, moneyToWire, negateMoney, sumMoney, zeroMoney } from '#domain/money.ts';
import { billingPeriod, firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { addDays, type LocalDate } from '#domain/time/local-date.ts';
import { type EntryRow, findCustomer, findMonths, getOpening, listEntries } from './reconciliation-store.ts';

/** Contents of an act for its months. */
interface ComposedAct {
  readonly rows: ReconciliationRow[];
  readonly turnover: { readonly debit: string; readonly credit: string };
  readonly closing: string;
}

/**
 * Converts entries to act rows, ordered by month and then by day, with the balance after each. A charge is dated on the
 * last day of its month, whenever it was made; money on the day of booking.
 */
function composeAct(opening: Kopiykas, entries: readonly EntryRow[]): ComposedAct {
  const dated = entries.map((entry) => ({ ...entry, date: dateOf(entry) }));
  dated.sort((a, b) => compare(a.period, b.period) || compare(a.date, b.date));
  let balance = opening;
  const rows = dated.map(({ date, kind, period, billNumber, provider, signed }): ReconciliationRow => {
    balance = addMoney(balance, signed);
    return {
      date,
      kind,
      period,
      billNumber,
      provider,
      debit: moneyToWire(debitOf(signed)),
      credit: moneyToWire(creditOf(signed)),
      balance: moneyToWire(balance),
    };
  });
  const total = (side: (signed: Kopiykas) => Kopiykas) =>
    moneyToWire(sumMoney(entries.map((entry) => side(entry.signed))));
  return {
    rows,
    turnover: { debit: total(debitOf), credit: total(creditOf) },
    closing: moneyToWire(balance),
  };
}

function dateOf({ kind, period, postedAt }: EntryRow): LocalDate {
  if (kind === 'opening') return firstDay(period);
  const isOfMonth = kind === 'charge' || kind === 'recalculation' || kind === 'benefit';
  return isOfMonth ? addDays(firstDayAfter(period), -1) : kyivDateOf(postedAt);
}

const debitOf = (signed: Kopiykas) => (signed > zeroMoney ? signed : zeroMoney);
const creditOf = (signed: Kopiykas) => (signed < zeroMoney ? negateMoney(signed) : zeroMoney);

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** RECONCILIATION_MONTHS: none for an account that began after the last closed month. */
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
 * RECONCILIATION_GET: a view of the energy receivable, so it agrees with the bills at both ends (product.md §7, facts
 * 2.7). Closed months don't change, so consecutive acts join without a gap.
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
