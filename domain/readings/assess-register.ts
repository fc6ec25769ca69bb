import { addEnergy, formatKwh, fromKwh, type WattHours } from '#domain/energy.ts';
import { daysBetween } from '#domain/time/local-date.ts';
import { type ConsumptionBetween, consumptionBetween, consumptionThrough } from './consumption-between.ts';
import type { KnownValue, MeterFacts, RegisterFacts } from './meter-facts.ts';
import { lowerThanPrevious, tooLarge } from './operator-check.ts';
import type { ReadingProblem, ReadingSubmission, RegisterOutcome } from './reading-outcome.ts';
import type { AssessmentRules } from './reading-rules.ts';
import { parseReadingValue, physicalLimit } from './reading-value.ts';

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
  const { digitCapacity, placement } = facts;
  const { effectiveDate } = placement;
  const billedByAverage = register.billedByAverage ?? fromKwh(0);
  const days = Math.max(daysBetween(previousDate, effectiveDate), 1);
  const problems: ReadingProblem[] = [];
  const value = parseReadingValue(typed, digitCapacity);
  if (value === undefined) {
    problems.push({
      kind: 'refused',
      code: 'readings.digitCapacity',
      params: { digits: digitCapacity },
      zone,
    });
    const outcome = {
      zone,
      previousValue,
      previousDate,
      value,
      energy: fromKwh(0),
      billedByAverage,
      rolledOver: false,
      isLower: false,
    };
    return { outcome, days, problems };
  }

  const earlier = known.filter(({ date }) => date < effectiveDate);
  const last = earlier.at(-1) ?? { value: previousValue, date: previousDate };
  const step = { from: last, to: { value, date: effectiveDate } };
  const limit = limitOf(facts, step);
  const { kind, energy: stepEnergy } = consumptionOf(facts, step, rules);
  const values = [previousValue, ...earlier.map((one) => one.value)];
  const upToLast = consumptionThrough(values, facts, rules.rollOverFromPercent);
  const energy = addEnergy(upToLast, stepEnergy);
  const next = known.find(({ date }) => date > effectiveDate);
  const isConfirmed = (code: string) => submission.confirmed.includes(code);
  if (kind === 'lower') {
    problems.push(lowerThanPrevious(facts, submission, rules, { zone, previousValue: last.value }));
  } else if (kind === 'rollOver' && !isConfirmed('readings.rollOver')) {
    const params = { kwh: formatKwh(stepEnergy) };
    problems.push({ kind: 'needsConfirmation', code: 'readings.rollOver', params, zone });
  } else if (
    stepEnergy > limit ||
    (next !== undefined && isBeyond(facts, { from: step.to, to: next }, rules))
  ) {
    problems.push(tooLarge(facts, submission, rules, { zone, energy: stepEnergy, limit }));
  } else if (value === last.value && !isConfirmed('readings.sameAsPrevious')) {
    problems.push({ kind: 'needsConfirmation', code: 'readings.sameAsPrevious', params: {}, zone });
  }
  const rolledOver = kind === 'rollOver';
  const isLower = kind === 'lower';
  return {
    outcome: { zone, previousValue, previousDate, value, energy, billedByAverage, rolledOver, isLower },
    days,
    problems,
  };
}

/** From the value of a day to the value of a later day. */
type Step = { from: KnownValue; to: KnownValue };

function limitOf({ contractedPowerWatts }: MeterFacts, { from, to }: Step): WattHours {
  return physicalLimit(contractedPowerWatts, daysBetween(from.date, to.date));
}

function consumptionOf(facts: MeterFacts, step: Step, rules: AssessmentRules): ConsumptionBetween {
  const { digitCapacity, coefficient } = facts;
  const values = { previousValue: step.from.value, value: step.to.value };
  const span = { ...values, digitCapacity, coefficient, limit: limitOf(facts, step) };
  return consumptionBetween(span, rules.rollOverFromPercent);
}

/** Whether the reading of the later day that is known already leaves no room for the value. */
function isBeyond(facts: MeterFacts, step: Step, rules: AssessmentRules): boolean {
  return consumptionOf(facts, step, rules).kind === 'lower';
}
