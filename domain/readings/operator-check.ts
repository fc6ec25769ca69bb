import type { Zone } from '#domain/tariffs/tariff.ts';
import { formatDate, type LocalDate } from '#domain/time/local-date.ts';
import { addWorkingDays } from '#domain/time/working-days.ts';
import type { MeterFacts } from './meter-facts.ts';
import type { ReadingParams } from './reading-code.ts';
import type { ReadingProblem, ReadingSubmission } from './reading-outcome.ts';
import type { ReadingRules } from './reading-rules.ts';

/**
 * More than is physically possible: refused until a photo is added, then an operator looks at it (messages.md,
 * readings.valueTooLarge). The text for a photo that is there already is the one of the operator's check.
 */
export function tooLarge(
  facts: MeterFacts,
  submission: ReadingSubmission,
  rules: ReadingRules,
  zone: Zone,
): ReadingProblem {
  if (!submission.hasPhoto) return { kind: 'refused', code: 'readings.valueTooLarge', params: {}, zone };
  const params = operatorCheckParams(facts.placement.submittedOn, rules);
  return { kind: 'underReview', code: 'readings.operatorCheck', params, zone };
}

/** The operator looks at it on the working day after the one on which it was given. */
export function operatorCheckParams(givenOn: LocalDate, rules: ReadingRules): ReadingParams {
  return { date: formatDate(addWorkingDays(givenOn, 1, new Set(rules.holidays))) };
}
