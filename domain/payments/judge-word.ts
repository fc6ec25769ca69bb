import type { Kopiykas } from '#domain/money.ts';
import type { Instant } from '#domain/time/instant.ts';
import { canMove, isSettledForGood, type PaymentState } from './payment-state.ts';

/** What is known of an order when a provider speaks of it. */
export interface JudgedOrder {
  readonly state: PaymentState;
  /** Of all its parts. */
  readonly amount: Kopiykas;
  /** When the newest word was said that moved it; null: no word has, or it did not say when. */
  readonly saidAt: Instant | null;
  /** We have asked for the money to be given back. */
  readonly isRefundAsked: boolean;
}

/** What a provider says of an order. */
export interface JudgedWord {
  readonly kind: 'paid' | 'refused' | 'expired' | 'returned';
  /** undefined: no sum at all. A refusal needs none. */
  readonly amount: Kopiykas | undefined;
  readonly currency: string;
  readonly saidAt: Instant | null;
  /** The provider was asked, so that this is how it stands now, whenever it came about. */
  readonly isAnswer: boolean;
}

export type Judgement =
  /** The states that the order goes through, in turn. */
  | { readonly kind: 'move'; readonly to: readonly [PaymentState, ...PaymentState[]] }
  /** Said before. */
  | { readonly kind: 'already' }
  /** It can not be so any more. */
  | { readonly kind: 'ignored' }
  /** Older than what is known, and money: the provider is to be asked how it stands. */
  | { readonly kind: 'stale' }
  /** Another sum or currency than the order's: an operator decides. */
  | { readonly kind: 'mismatch' }
  /** Money that came again after it went back: an operator decides. */
  | { readonly kind: 'contradiction' };

const currencyOfSupplier = 'UAH';
const taken: readonly PaymentState[] = ['confirmed', 'landed', 'matched'];

/** The states that each word wants, in which it is no news. */
const saidAlready: Readonly<Record<JudgedWord['kind'], readonly PaymentState[]>> = {
  paid: taken,
  refused: ['failed'],
  expired: ['expired'],
  returned: ['reversed', 'refunded'],
};

/** Money that is said to have gone back had come, also when nobody told of that. */
function statesTo(order: JudgedOrder, kind: JudgedWord['kind']): readonly [PaymentState, ...PaymentState[]] {
  if (kind === 'paid') return ['confirmed'];
  if (kind === 'refused') return ['failed'];
  if (kind === 'expired') return ['expired'];
  const back = order.isRefundAsked ? 'refunded' : 'reversed';
  return taken.includes(order.state) ? [back] : ['confirmed', back];
}

/**
 * What a word of a provider leads to (product.md §8, facts 5). Words come late, twice and in any order: sum and currency must
 * be those of the order to the kopiyka, money that has come never fails, what is final stays, and an older word never undoes
 * a newer one – but where it is about money the provider is asked anew, so that none is lost.
 */
export function judgeWord(order: JudgedOrder, word: JudgedWord): Judgement {
  const isMoney = word.kind === 'paid' || word.kind === 'returned';
  if (isMoney && (word.amount !== order.amount || word.currency !== currencyOfSupplier)) {
    return { kind: 'mismatch' };
  }
  if (saidAlready[word.kind].includes(order.state)) return { kind: 'already' };
  // Milliseconds after the newest known word; of an unknown time neither older nor newer.
  const lead = word.saidAt === null || order.saidAt === null ? 0 : word.saidAt - order.saidAt;
  if (isSettledForGood(order.state)) {
    return word.kind === 'paid' && lead > 0 ? { kind: 'contradiction' } : { kind: 'ignored' };
  }
  const to = statesTo(order, word.kind);
  if (!canMove(order.state, to[0])) return { kind: 'ignored' };
  if (lead < 0 && !word.isAnswer) return isMoney ? { kind: 'stale' } : { kind: 'ignored' };
  return { kind: 'move', to };
}
