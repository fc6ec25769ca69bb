import type { ReconciliationRow } from '#billing/api/reconciliation.ts';
import { addMoney, type Kopiykas, moneyToWire, negateMoney, sumMoney, zeroMoney } from '#domain/money.ts';
import { firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { addDays, type LocalDate } from '#domain/time/local-date.ts';
import type { EntryRow } from './reconciliation-store.ts';

/** What an act says of its months. */
export interface ComposedAct {
  readonly rows: ReconciliationRow[];
  readonly turnover: { readonly debit: string; readonly credit: string };
  readonly closing: string;
}

/**
 * Entries as rows of an act, month by month and by day within each, with the balance after each. A month is charged as of its
 * last day, whenever that was done; money stands on the day on which it was booked.
 */
export function composeAct(opening: Kopiykas, entries: readonly EntryRow[]): ComposedAct {
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
