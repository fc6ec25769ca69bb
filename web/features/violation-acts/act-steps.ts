import { type Act, isSome } from './act-types.ts';

type StepName = 'drawn' | 'served' | 'hearing' | 'decision' | 'bill' | 'paid' | 'disputed' | 'cancelled';

export interface ActStep {
  readonly name: StepName;
  /** 'now': the current step; 'ahead': a future one. */
  readonly place: 'done' | 'now' | 'ahead';
  readonly date: string | null;
  /** The date is a deadline, not the day of the step. */
  readonly isUntil: boolean;
}

const way = ['drawn', 'served', 'hearing', 'decision', 'bill', 'paid'] as const;

/** The number of steps that each state has reached. */
const stepsByState: Partial<Record<Act['state'], number>> = {
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

/** The steps reached before a dispute or cancellation, by dates and protocol. */
function stepsReached({ protocolNumber, protocolOn, hearingOn, servedOn }: Act): number {
  if (protocolNumber !== null || protocolOn !== null) return 3;
  if (hearingOn !== null) return 2;
  return servedOn === null ? 0 : 1;
}

/**
 * The steps of an act (facts 2.5): drawn up, handed over, heard, decided, billed, paid. A disputed or cancelled act
 * ends at the step it had reached, with nothing ahead.
 */
export function stepsOf(act: Act): readonly ActStep[] {
  const { state } = act;
  const dates = [act.drawnOn, act.servedOn, act.hearingOn, act.protocolOn, act.dueOn, act.paidOn];
  const last = stepsByState[state] ?? stepsReached(act);
  const steps = way.map((name, index): ActStep => {
    const isUntil = name === 'bill' && isSome(act.owed);
    return {
      name,
      place: index < last || state === 'paid' ? 'done' : index === last ? 'now' : 'ahead',
      // A paid bill has no day of its own in the record.
      date: (name !== 'bill' || isUntil ? dates[index] : null) ?? null,
      isUntil,
    };
  });
  if (state !== 'disputed' && state !== 'cancelled') return steps;
  const done = steps.slice(0, last + 1).map((step): ActStep => ({ ...step, place: 'done' }));
  return [...done, { name: state, place: 'now', date: null, isUntil: false }];
}
