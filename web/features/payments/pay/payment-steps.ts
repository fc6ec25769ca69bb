import type { PaymentAnswer, PaymentData } from '../api.ts';

/** Pauses between polls: short at first, then longer. */
const PAUSES_MS = [...repeat(2_000, 10), ...repeat(5_000, 12), ...repeat(15_000, 12)];

/** The pause in ms before the next poll of a payment; undefined: polling ends. */
export function pollPause(state: PaymentData['state'] | undefined, asked: number): number | undefined {
  if (state !== undefined && !isWaiting(state)) return undefined;
  return PAUSES_MS[asked];
}

/** Whether the bank has not answered yet. */
export function isWaiting(state: PaymentData['state']): boolean {
  return state === 'started' || state === 'sent';
}

function repeat(pause: number, times: number): number[] {
  return Array.from({ length: times }, () => pause);
}

type State = PaymentData['state'];

/** A step of a payment; `at` is null while it is ahead. */
export interface PaymentStep {
  readonly state: State;
  readonly at: string | null;
  readonly place: 'done' | 'now' | 'ahead';
  /** The expected day of a step ahead. */
  readonly expectedOn: string | null;
}

/** The steps of a successful payment. */
const successSteps: readonly State[] = ['started', 'sent', 'confirmed', 'landed', 'matched'];

/**
 * The past and future steps of a payment. A payment that ended otherwise has nothing ahead; one that failed and was
 * paid later shows both.
 */
export function paymentSteps({
  payment,
  events,
}: Pick<PaymentAnswer, 'payment' | 'events'>): readonly PaymentStep[] {
  const { state, startedAt, expectedOn } = payment;
  const known = events.length > 0 ? events : [{ state, happenedAt: startedAt }];
  const reached = successSteps.indexOf(state);
  const ahead = reached < 0 ? [] : successSteps.slice(reached + 1);
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

/** Nothing was paid, and the payment can be tried again. */
export function hasFailed(state: State): boolean {
  return state === 'failed' || state === 'expired';
}

/** The payment ended badly for the payer. A refund is not counted. */
export function wentWrong(state: State): boolean {
  return hasFailed(state) || state === 'reversed';
}

/** The bank took the money and did not return it: there is a receipt. */
export function isPaid(state: State): boolean {
  return state === 'confirmed' || state === 'landed' || state === 'matched';
}
