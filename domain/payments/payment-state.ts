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
 * started: the customer chose a sum and a bank; sent: the provider has it; confirmed: the provider reports it paid,
 * the money is in transit; landed: it is in the bank statement; matched: it settles a debt. failed and expired: no
 * money received, as far as known. reversed: taken back by the bank; refunded: returned by the supplier (product.md
 * §8). From 'confirmed' on the debt is lower: a bank statement comes a working day later.
 */
export type PaymentState = (typeof paymentStates)[number];

/**
 * Providers report late and in any order: money proved by a provider or a bank statement is accepted also after a
 * failure or an expiry, and a statement may precede the provider status. Received money never fails.
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

/** Whether a payment may change from one state to another. The same state is no change: a replay has no effect. */
export function canMove(from: PaymentState, to: PaymentState): boolean {
  return nextStates[from].includes(to);
}

/** Final state. */
export function isFinal(state: PaymentState): boolean {
  return nextStates[state].length === 0;
}
