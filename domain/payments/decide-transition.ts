import type { Kopiykas } from '#domain/money.ts';
import type { Instant } from '#domain/time/instant.ts';
import { canMove, isFinal, type PaymentState } from './payment-state.ts';

/** The order as stored when a provider status arrives. */
export interface OrderToMove {
  readonly state: PaymentState;
  /** Sum of all its parts. */
  readonly amount: Kopiykas;
  /** Time of the newest applied status; null: none was applied, or it had no time. */
  readonly reportedAt: Instant | null;
  /** A refund was requested. */
  readonly isRefundAsked: boolean;
}

/** Status of an order as reported by a provider. */
export interface ReportedStatus {
  readonly kind: 'paid' | 'refused' | 'expired' | 'returned';
  /** undefined: not reported. A refusal needs none. */
  readonly amount: Kopiykas | undefined;
  readonly currency: string;
  readonly reportedAt: Instant | null;
  /** The status answers a query, so it is current, whatever its time. */
  readonly isAnswer: boolean;
}

export type Transition =
  /** The states to pass through, in order. */
  | { readonly kind: 'move'; readonly to: readonly [PaymentState, ...PaymentState[]] }
  /** Already applied. */
  | { readonly kind: 'already' }
  /** Not possible in the present state. */
  | { readonly kind: 'ignored' }
  /** Older than the stored status and about money: the provider must be asked again. */
  | { readonly kind: 'stale' }
  /** Sum or currency differs from the order: an operator decides. */
  | { readonly kind: 'mismatch' }
  /** Money confirmed again after it was returned: an operator decides. */
  | { readonly kind: 'contradiction' };

const supplierCurrency = 'UAH';
const taken: readonly PaymentState[] = ['confirmed', 'landed', 'matched'];

/** States in which a status changes nothing. */
const settledStates: Readonly<Record<ReportedStatus['kind'], readonly PaymentState[]>> = {
  paid: taken,
  refused: ['failed'],
  expired: ['expired'],
  returned: ['reversed', 'refunded'],
};

/** Returned money was received before, even if that was never reported. */
function statesTo(
  order: OrderToMove,
  kind: ReportedStatus['kind'],
): readonly [PaymentState, ...PaymentState[]] {
  if (kind === 'paid') return ['confirmed'];
  if (kind === 'refused') return ['failed'];
  if (kind === 'expired') return ['expired'];
  const back = order.isRefundAsked ? 'refunded' : 'reversed';
  return taken.includes(order.state) ? [back] : ['confirmed', back];
}

/**
 * Decides the result of a provider status (product.md §8, facts 5). Statuses arrive late, twice and in any order: sum
 * and currency must equal those of the order to the kopiyka, received money never fails, final states stay, and an
 * older status never undoes a newer one – but if it is about money the provider is asked again.
 */
export function decideTransition(order: OrderToMove, reported: ReportedStatus): Transition {
  const isMoney = reported.kind === 'paid' || reported.kind === 'returned';
  if (isMoney && (reported.amount !== order.amount || reported.currency !== supplierCurrency)) {
    return { kind: 'mismatch' };
  }
  if (settledStates[reported.kind].includes(order.state)) return { kind: 'already' };
  // Milliseconds after the newest applied status; 0 if either time is unknown.
  const lead =
    reported.reportedAt === null || order.reportedAt === null ? 0 : reported.reportedAt - order.reportedAt;
  if (isFinal(order.state)) {
    return reported.kind === 'paid' && lead > 0 ? { kind: 'contradiction' } : { kind: 'ignored' };
  }
  const to = statesTo(order, reported.kind);
  if (!canMove(order.state, to[0])) return { kind: 'ignored' };
  if (lead < 0 && !reported.isAnswer) return isMoney ? { kind: 'stale' } : { kind: 'ignored' };
  return { kind: 'move', to };
}
