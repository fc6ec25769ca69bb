import type { AccountAct, ActPaper, ActState } from '#billing/api/acts.ts';
import { actDue } from '#domain/ledger/due-now.ts';
import { type Kopiykas, moneyToWire, zeroMoney } from '#domain/money.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import type { ActRow } from './act-facts-store.ts';
import { unpaidActStates } from './act-store.ts';

const billedStates: readonly ActState[] = [...unpaidActStates, 'paid'];
const decidedStates: readonly ActState[] = ['decided', ...billedStates];

/** Kopiykas that are asked for: the debt of an act that is billed; nothing while it is disputed or when it is cancelled. */
export function owedOf({ state, debt }: Pick<ActRow, 'state' | 'debt'>): Kopiykas {
  return actDue({ debt, isAsked: unpaidActStates.some((unpaid) => unpaid === state) });
}

/**
 * Papers that the record has enough for: the act itself always, the calculation once the commission decided (a disputed act
 * may or may not have its protocol yet), the bill once there is one to pay.
 */
export function papersOf({ state, protocolNumber }: Pick<ActRow, 'state' | 'protocolNumber'>): ActPaper[] {
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

/** An act in the words of the module. An act that is paid is paid in full, also where it was paid before the history. */
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
