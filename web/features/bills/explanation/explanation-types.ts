import type { explainBill } from '#contract/bills.ts';
import type { InputOf, OutputOf } from '#contract/define-call.ts';

export type ExplanationData = Omit<OutputOf<typeof explainBill>, 'status'>;
export type ExplanationPart = ExplanationData['parts'][number];
export type Against = InputOf<typeof explainBill>['against'];
