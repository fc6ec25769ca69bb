import type { ReportedStatus } from '#domain/payments/decide-transition.ts';
import type { Payment } from './payment-store.ts';

/** A verified status report of a provider, in the form of function modules. */
export interface StatusReport {
  readonly provider: string;
  readonly orderId: string;
  readonly kind: ReportedStatus['kind'];
  readonly amount: string;
  readonly currency: string;
  readonly providerReference: string | null;
  readonly saidAt?: string | null | undefined;
  readonly isAnswer?: boolean | undefined;
  readonly evidence: Readonly<Record<string, unknown>>;
}

/** Result of a report: 'moved', or why it was not applied. */
export interface StatusResult {
  readonly outcome: 'moved' | 'already' | 'ignored' | 'stale' | 'mismatch';
  /** Parts of the order after the report. */
  readonly parts: readonly Payment[];
}
