/** States of a billed act that is not paid in full; a 'disputed' act waits for a decision and is not due. */
export const unpaidActStates = ['billed', 'partPaid', 'instalments', 'overdue'] as const;

/** States before the decision of the commission. */
const undecidedStates: readonly string[] = ['drawn', 'served', 'hearingSet'];
const decidableStates: readonly string[] = [...undecidedStates, 'decided', 'disputed'];

export type ActAction = 'invite' | 'decide' | 'instalments' | 'cancel';

/** What of an act decides what may be done with it. */
interface ActStanding {
  readonly state: string;
  /** Charged in the ledger. */
  readonly isCharged: boolean;
  readonly isOwing: boolean;
  readonly isPaidFor: boolean;
}

/** What staff may do with an act in its state. Source: facts 2.5. */
export function actActionsOf({ state, isCharged, isOwing }: ActStanding): readonly ActAction[] {
  const isUnpaid = unpaidActStates.some((unpaid) => unpaid === state);
  return [
    ...(undecidedStates.includes(state) ? (['invite'] as const) : []),
    ...(decidableStates.includes(state) && !isCharged ? (['decide'] as const) : []),
    ...(isUnpaid && isOwing ? (['instalments'] as const) : []),
    ...(state === 'cancelled' ? [] : (['cancel'] as const)),
  ];
}

/** Whether a second person confirms that an act is dropped: it was decided, charged or paid for. */
export function droppingTakesTwo({ state, isCharged, isPaidFor }: ActStanding): boolean {
  return !undecidedStates.includes(state) || isCharged || isPaidFor;
}
