import type { OutputOf } from '#contract/define-call.ts';
import type { documentState } from '#contract/documents.ts';

/** An act that was asked for. */
export type ActData = OutputOf<typeof documentState>['document'];

/** Months 'YYYY-MM', both included. */
export interface Months {
  from: string;
  to: string;
}
