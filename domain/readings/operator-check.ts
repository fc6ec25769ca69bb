import { toKwh, type WattHours } from '#domain/energy.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { formatDate, type LocalDate } from '#domain/time/local-date.ts';
import { addWorkingDays } from '#domain/time/working-days.ts';
import type { KnownValue, MeterFacts } from './meter-facts.ts';
import type { ReadingParams } from './reading-code.ts';
import type { ReadingProblem, ReadingSubmission, ReviewCause } from './reading-outcome.ts';
import type { AssessmentRules } from './reading-rules.ts';

/**
 * More than is physically possible: refused until a photo is added, then an operator looks at it (messages.md,
 * readings.valueTooLarge). `next`: the accepted value of a later day that it is beyond. The text for a photo that is there already is the one of the operator's check.
 */
export function tooLarge(
  facts: MeterFacts,
  submission: ReadingSubmission,
  rules: AssessmentRules,
  found: { zone: Zone; energy: WattHours; limit: WattHours; next?: KnownValue | undefined },
): ReadingProblem {
  const { zone, energy, limit, next } = found;
  const cause: ReviewCause = { kind: 'tooLarge', zone, kwh: toKwh(energy), limitKwh: toKwh(limit) };
  return submission.hasPhoto
    ? operatorCheck(facts, rules, zone, cause)
    : {
        kind: 'refused',
        code: 'readings.valueTooLarge',
        params: {},
        zone,
        ...(next && { comparedWith: comparedWith(next, facts) }),
      };
}

/**
 * A value that went back: refused with the value and day that it was compared with, unless a photo shows it; then an operator looks at
 * it, and it counts nothing before.
 */
export function lowerThanPrevious(
  facts: MeterFacts,
  submission: ReadingSubmission,
  rules: AssessmentRules,
  { zone, previous }: { zone: Zone; previous: KnownValue },
): ReadingProblem {
  return submission.hasPhoto
    ? operatorCheck(facts, rules, zone, { kind: 'lower', zone, previousValue: previous.value })
    : {
        kind: 'refused',
        code: 'readings.lowerThanPrevious',
        params: {},
        zone,
        comparedWith: comparedWith(previous, facts),
      };
}

/** Values for the text of `readings.comparedWith`: "012510", "28.11.2026". */
export function comparedWith(
  { value, date }: KnownValue,
  { digitCapacity }: Pick<MeterFacts, 'digitCapacity'>,
): ReadingParams {
  return { value: String(value).padStart(digitCapacity, '0'), date: formatDate(date) };
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
