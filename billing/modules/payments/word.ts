import type { JudgedWord } from '#domain/payments/judge-word.ts';
import type { Payment } from './payment-store.ts';

/** A proved word of a provider, as function modules get it. */
export interface Word {
  readonly provider: string;
  readonly orderId: string;
  readonly kind: JudgedWord['kind'];
  readonly amount: string;
  readonly currency: string;
  readonly providerReference: string | null;
  readonly saidAt?: string | null | undefined;
  readonly isAnswer?: boolean | undefined;
  readonly evidence: Readonly<Record<string, unknown>>;
}

/** What a word led to: 'moved', or why nothing moved. */
export interface Heard {
  readonly outcome: 'moved' | 'already' | 'ignored' | 'stale' | 'mismatch';
  /** The parts of the order as they stand then. */
  readonly parts: readonly Payment[];
}
