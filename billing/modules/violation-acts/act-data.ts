import type { AccountAct, ActPaper, ActState } from '#billing/api/violation-acts.ts';
import { actDue } from '#domain/ledger/due-now.ts';
import { type Kopiykas, moneyToWire, zeroMoney } from '#domain/money.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import type { ActRow } from './act-facts-store.ts';
import { unpaidActStates } from './act-store.ts';

const billedStates: readonly ActState[] = [...unpaidActStates, 'paid'];
const decidedStates: readonly ActState[] = ['decided', ...billedStates];

/** Sum due, kopiykas: the debt of a billed act; zero when disputed or cancelled. */
export function owedOf({ state, debt }: Pick<ActRow, 'state' | 'debt'>): Kopiykas {
  return actDue({ debt, isAsked: unpaidActStates.some((unpaid) => unpaid === state) });
}

/**
 * Documents that the record has enough data for: always the act, the calculation after the commission's decision (a
 * disputed act may have no protocol yet), the bill once it is payable.
 */
function papersOf({ state, protocolNumber }: Pick<ActRow, 'state' | 'protocolNumber'>): ActPaper[] {
  const isDecided = decidedStates.includes(state) || (state === 'disputed' && protocolNumber !== null);
  return [
    'act',
    ...(isDecided ? ['calculation' as const] : []),
    ...(isBilled(state) ? ['bill' as const] : []),
  ];
}

function isBilled(state: ActState): boolean {
  return billedStates.includes(state);
}

/** An act in the form of the module. A paid act is paid in full, even when the payment precedes the history. */
export function actData(row: ActRow, today: LocalDate): AccountAct {
  const owed = owedOf(row);
  const { debt: _, amount, vat, paid, inTransit, ...facts } = row;
  return {
    ...facts,
    amount: moneyToWire(amount),
    vat: moneyToWire(vat),
    paid: moneyToWire(row.state === 'paid' ? amount : paid),
    inTransit: moneyToWire(inTransit),
    owed: moneyToWire(owed),
    isOverdue: owed > zeroMoney && (row.state === 'overdue' || (row.dueOn !== null && row.dueOn < today)),
    files: papersOf(row),
  };
}
