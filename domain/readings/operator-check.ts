import { toKwh, type WattHours } from '#domain/energy.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { formatDate, type LocalDate } from '#domain/time/local-date.ts';
import { addWorkingDays } from '#domain/time/working-days.ts';
import type { MeterFacts } from './meter-facts.ts';
import type { ReadingParams } from './reading-code.ts';
import type { ReadingProblem, ReadingSubmission, ReviewCause } from './reading-outcome.ts';
import type { AssessmentRules } from './reading-rules.ts';

/**
 * More than is physically possible: refused until a photo is added, then an operator looks at it (messages.md,
 * readings.valueTooLarge). The text for a photo that is there already is the one of the operator's check.
 */
export function tooLarge(
  facts: MeterFacts,
  submission: ReadingSubmission,
  rules: AssessmentRules,
  { zone, energy, limit }: { zone: Zone; energy: WattHours; limit: WattHours },
): ReadingProblem {
  const cause: ReviewCause = { kind: 'tooLarge', zone, kwh: toKwh(energy), limitKwh: toKwh(limit) };
  return submission.hasPhoto
    ? operatorCheck(facts, rules, zone, cause)
    : { kind: 'refused', code: 'readings.valueTooLarge', params: {}, zone };
}

/** A value that went back: refused, unless a photo shows it; then an operator looks at it, and it counts nothing before. */
export function lowerThanPrevious(
  facts: MeterFacts,
  submission: ReadingSubmission,
  rules: AssessmentRules,
  { zone, previousValue }: { zone: Zone; previousValue: number },
): ReadingProblem {
  return submission.hasPhoto
    ? operatorCheck(facts, rules, zone, { kind: 'lower', zone, previousValue })
    : { kind: 'refused', code: 'readings.lowerThanPrevious', params: {}, zone };
}

function operatorCheck(
  facts: MeterFacts,
  rules: AssessmentRules,
  zone: Zone,
  cause: ReviewCause,
): ReadingProblem {
  const params = operatorCheckParams(facts.placement.submittedOn, rules);
  return { kind: 'underReview', code: 'readings.operatorCheck', params, zone, cause };
}

/** The operator looks at it on the working day after the one on which it was given. */
export function operatorCheckParams(givenOn: LocalDate, rules: AssessmentRules): ReadingParams {
  return { date: formatDate(addWorkingDays(givenOn, 1, new Set(rules.holidays))) };
}
