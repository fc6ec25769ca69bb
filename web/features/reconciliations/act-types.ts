import type { OutputOf } from '#contract/define-call.ts';
import type { documentState } from '#contract/documents.ts';

/** An act that was asked for. */
export type ActData = OutputOf<typeof documentState>['document'];

/** What is asked for among the documents of an account. */
export const ofActs = { kind: 'reconciliation' } as const;
