import { type Act, isSome } from './act-types.ts';

export type StepName =
  | 'drawn'
  | 'served'
  | 'hearing'
  | 'decision'
  | 'bill'
  | 'paid'
  | 'disputed'
  | 'cancelled';

export interface ActStep {
  readonly name: StepName;
  /** 'now': where the act stands; 'ahead': still to come. */
  readonly place: 'done' | 'now' | 'ahead';
  readonly date: string | null;
  /** The date is the last day, not the day of it. */
  readonly isUntil: boolean;
}

const way = ['drawn', 'served', 'hearing', 'decision', 'bill', 'paid'] as const;

/** How far an act is on the way of all acts. */
const reached: Partial<Record<Act['state'], number>> = {
  drawn: 0,
  served: 1,
  hearingSet: 2,
  decided: 3,
  billed: 4,
  partPaid: 4,
  instalments: 4,
  overdue: 4,
  paid: 5,
};

/** How far it had come when it left that way: as the dates and the protocol tell. */
function cameTo({ protocolNumber, protocolOn, hearingOn, servedOn }: Act): number {
  if (protocolNumber !== null || protocolOn !== null) return 3;
  if (hearingOn !== null) return 2;
  return servedOn === null ? 0 : 1;
}

/**
 * The way of an act (facts 2.5): drawn up, handed over, heard, decided, billed, paid. One that is disputed or cancelled has
 * come as far as it has, and then left the way: nothing is ahead of it.
 */
export function stepsOf(act: Act): readonly ActStep[] {
  const { state } = act;
  const dates = [act.drawnOn, act.servedOn, act.hearingOn, act.protocolOn, act.dueOn, act.paidOn];
  const last = reached[state] ?? cameTo(act);
  const steps = way.map((name, index): ActStep => {
    const isUntil = name === 'bill' && isSome(act.owed);
    return {
      name,
      place: index < last || state === 'paid' ? 'done' : index === last ? 'now' : 'ahead',
      // A bill that is paid has no day of its own in the record.
      date: (name !== 'bill' || isUntil ? dates[index] : null) ?? null,
      isUntil,
    };
  });
  if (state !== 'disputed' && state !== 'cancelled') return steps;
  const come = steps.slice(0, last + 1).map((step): ActStep => ({ ...step, place: 'done' }));
  return [...come, { name: state, place: 'now', date: null, isUntil: false }];
}
