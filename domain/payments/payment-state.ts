export const paymentStates = [
  'started',
  'sent',
  'confirmed',
  'landed',
  'matched',
  'failed',
  'expired',
  'reversed',
  'refunded',
] as const;

/**
 * started: the customer chose a sum and a bank; sent: the provider has it; confirmed: the provider says paid, the money is
 * on its way; landed: it is in the bank's register; matched: it settles a debt. failed and expired: no money moved, as far
 * as is known. reversed: taken back by the bank; refunded: given back by the supplier (product.md §8).
 */
export type PaymentState = (typeof paymentStates)[number];

/**
 * Providers tell things late and in any order: money that a provider or a register proves is taken also after a failure or
 * an expiry, and a register may come before the provider's word. Money that has come is never made to fail again.
 */
const nextStates: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  started: ['sent', 'confirmed', 'landed', 'failed', 'expired'],
  sent: ['confirmed', 'landed', 'failed', 'expired'],
  confirmed: ['landed', 'reversed', 'refunded'],
  landed: ['matched', 'reversed', 'refunded'],
  matched: ['reversed', 'refunded'],
  failed: ['confirmed', 'landed'],
  expired: ['confirmed', 'landed', 'failed'],
  reversed: [],
  refunded: [],
};

/** Whether a payment may go from one state to the other. A state is no move to itself: a replay changes nothing. */
export function canMove(from: PaymentState, to: PaymentState): boolean {
  return nextStates[from].includes(to);
}

/** Paid and not landed yet: shown as on its way and not as debt (payments.pending). */
export function isInTransit(state: PaymentState): boolean {
  return state === 'confirmed';
}

/** Nothing can happen to it any more. */
export function isSettledForGood(state: PaymentState): boolean {
  return nextStates[state].length === 0;
}

/** The provider still owes an answer: to be asked again when it keeps silent. */
export function isWaitingForProvider(state: PaymentState): boolean {
  return state === 'started' || state === 'sent';
}
