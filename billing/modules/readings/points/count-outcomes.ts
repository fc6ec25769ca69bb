import type { ReadingOutcomeData } from '#contract/values/outcome.ts';
import type { RowCounts } from '#contract/values/reading-points.ts';

/** Numbers of outcomes by what they are, and the last day on which an operator decides one of them. */
export function countOutcomes(
  outcomes: readonly Pick<ReadingOutcomeData, 'kind' | 'reviewDueOn'>[],
): RowCounts {
  const countOf = (...kinds: readonly ReadingOutcomeData['kind'][]) =>
    outcomes.filter(({ kind }) => kinds.includes(kind)).length;
  return {
    accepted: countOf('accepted'),
    underReview: countOf('underReview'),
    reviewBy:
      outcomes
        .flatMap(({ reviewDueOn }) => reviewDueOn ?? [])
        .toSorted()
        .at(-1) ?? null,
    needsConfirmation: countOf('needsConfirmation'),
    refused: countOf('refused', 'blocked'),
  };
}
