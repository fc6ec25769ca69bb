import { addEnergy, formatKwh, fromKwh } from '#domain/energy.ts';
import { daysBetween, type LocalDate } from '#domain/time/local-date.ts';
import { consumptionBetween, consumptionThrough, isBeyondNext } from './consumption-between.ts';
import type { KnownValue, MeterFacts, RegisterFacts } from './meter-facts.ts';
import { lowerThanPrevious, tooLarge } from './operator-check.ts';
import type { ReadingProblem, ReadingSubmission, RegisterOutcome } from './reading-outcome.ts';
import type { AssessmentRules } from './reading-rules.ts';
import { digitCapacityParams, parseReadingValue, physicalLimit } from './reading-value.ts';

/**
 * The value that a new one of a day is compared with: the last accepted one before it, of this period or an earlier one. It is
 * the one shown above the field and named by a refusal (product.md 7).
 */
export function previousOf(
  { previousValue, previousDate, known = [] }: RegisterFacts,
  effectiveDate: LocalDate,
): KnownValue {
  return known.findLast(({ date }) => date < effectiveDate) ?? { value: previousValue, date: previousDate };
}

export type AssessedRegister = {
  outcome: RegisterOutcome;
  days: number;
  problems: readonly ReadingProblem[];
};

/**
 * Checks one register: digits, lower value or roll-over, physical limit, no consumption (messages.md, Readings), from
 * the last known value to the next one. Deviations are checked for the whole meter.
 */
export function assessRegister(
  facts: MeterFacts,
  register: RegisterFacts,
  typed: string | number,
  submission: ReadingSubmission,
  rules: AssessmentRules,
): AssessedRegister {
  const { zone, previousValue, previousDate, known = [] } = register;
  const { digitCapacity, coefficient, placement } = facts;
  const { effectiveDate } = placement;
  const billedByAverage = register.billedByAverage ?? fromKwh(0);
  const last = previousOf(register, effectiveDate);
  const previous = { previousValue: last.value, previousDate: last.date };
  const days = Math.max(daysBetween(previousDate, effectiveDate), 1);
  const problems: ReadingProblem[] = [];
  const value = parseReadingValue(typed, digitCapacity);
  if (value === undefined) {
    problems.push({
      kind: 'refused',
      code: 'readings.digitCapacity',
      params: digitCapacityParams(typed, digitCapacity),
      zone,
    });
    const outcome = {
      zone,
      ...previous,
      value,
      energy: fromKwh(0),
      energySincePrevious: fromKwh(0),
      billedByAverage,
      rolledOver: false,
      isLower: false,
    };
    return { outcome, days, problems };
  }

  const earlier = known.filter(({ date }) => date < effectiveDate);
  const limit = physicalLimit(facts.contractedPowerWatts, daysBetween(last.date, effectiveDate));
  const { kind, energy: stepEnergy } = consumptionBetween(
    { previousValue: last.value, value, digitCapacity, coefficient, limit },
    rules.rollOverFromPercent,
  );
  const values = [previousValue, ...earlier.map((one) => one.value)];
  const upToLast = consumptionThrough(values, facts);
  const energy = addEnergy(upToLast, stepEnergy);
  const next = known.find(({ date }) => date > effectiveDate);
  const isConfirmed = (code: string) => submission.confirmed.includes(code);
  if (kind === 'lower') {
    problems.push(lowerThanPrevious(facts, submission, rules, { zone, previous: last }));
  } else if (kind === 'rollOver' && !isConfirmed('readings.rollOver')) {
    const params = { kwh: formatKwh(stepEnergy) };
    problems.push({ kind: 'needsConfirmation', code: 'readings.rollOver', params, zone });
  } else if (next !== undefined && isBeyondNext(facts, last.value, value, next.value)) {
    problems.push(tooLarge(facts, submission, rules, { zone, energy: stepEnergy, limit, next }));
  } else if (stepEnergy > limit) {
    problems.push(tooLarge(facts, submission, rules, { zone, energy: stepEnergy, limit }));
  } else if (value === last.value && !isConfirmed('readings.sameAsPrevious')) {
    problems.push({ kind: 'needsConfirmation', code: 'readings.sameAsPrevious', params: {}, zone });
  }
  const rolledOver = kind === 'rollOver';
  const isLower = kind === 'lower';
  return {
    outcome: {
      zone,
      ...previous,
      value,
      energy,
      energySincePrevious: stepEnergy,
      billedByAverage,
      rolledOver,
      isLower,
    },
    days,
    problems,
  };
}
