import type { PaymentAnswer, PaymentData } from './api.ts';

type State = PaymentData['state'];

/** A step on the way of a payment; `at` is null while it is still to come. */
export interface PaymentStep {
  readonly state: State;
  readonly at: string | null;
  readonly place: 'done' | 'now' | 'ahead';
  /** The day by which a step ahead is expected. */
  readonly expectedOn: string | null;
}

/** The way of a payment that goes well. */
const wayOfSuccess: readonly State[] = ['started', 'sent', 'confirmed', 'landed', 'matched'];

/**
 * What a payment went through and what is still to come. A payment that ended otherwise has nothing ahead; one that failed
 * and was paid all the same shows both, for that is what happened.
 */
export function paymentSteps({
  payment,
  events,
}: Pick<PaymentAnswer, 'payment' | 'events'>): readonly PaymentStep[] {
  const { state, startedAt, expectedOn } = payment;
  const known = events.length > 0 ? events : [{ state, happenedAt: startedAt }];
  const reached = wayOfSuccess.indexOf(state);
  const ahead = reached < 0 ? [] : wayOfSuccess.slice(reached + 1);
  return [
    ...known.map((event, at) => ({
      state: event.state,
      at: event.happenedAt,
      place: at === known.length - 1 ? ('now' as const) : ('done' as const),
      expectedOn: null,
    })),
    ...ahead.map((next) => ({
      state: next,
      at: null,
      place: 'ahead' as const,
      expectedOn: next === 'landed' && state === 'confirmed' ? expectedOn : null,
    })),
  ];
}

/** Nothing was paid, and it can be tried again. */
export function hasFailed(state: State): boolean {
  return state === 'failed' || state === 'expired';
}

/** It ended otherwise than the payer wished. Money that was given back is no trouble of theirs. */
export function wentWrong(state: State): boolean {
  return hasFailed(state) || state === 'reversed';
}

/** The bank took the money, and it did not go back: there is a receipt. */
export function isPaid(state: State): boolean {
  return state === 'confirmed' || state === 'landed' || state === 'matched';
}
