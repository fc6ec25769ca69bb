import type { ReviewDecision } from '#contract/values/reading-review.ts';

/** How an operator is told what another one decided. */
export const decisionNames: Readonly<Record<ReviewDecision, string>> = {
  accepted: 'прийнято',
  acceptedAnother: 'прийнято інше значення',
  rejected: 'відхилено',
};
