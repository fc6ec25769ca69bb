import { formatKwh, fromKwh } from '#domain/energy.ts';
import { daysBetween } from '#domain/time/local-date.ts';
import { consumptionBetween } from './consumption-between.ts';
import type { MeterFacts, RegisterFacts } from './meter-facts.ts';
import { tooLarge } from './operator-check.ts';
import { parseReadingValue } from './parse-reading-value.ts';
import { physicalLimit } from './physical-limit.ts';
import type { ReadingProblem, ReadingSubmission, RegisterOutcome } from './reading-outcome.ts';
import type { ReadingRules } from './reading-rules.ts';

export type AssessedRegister = {
  outcome: RegisterOutcome;
  days: number;
  problems: readonly ReadingProblem[];
};

/**
 * One register by itself: digits, going back or through zero, what is physically possible, no consumption at all
 * (messages.md, Readings). Deviations are the matter of the whole meter.
 */
export function assessRegister(
  facts: MeterFacts,
  register: RegisterFacts,
  typed: string | number,
  submission: ReadingSubmission,
  rules: ReadingRules,
): AssessedRegister {
  const { zone, previousValue, previousDate } = register;
  const { digitCapacity, coefficient } = facts;
  const billedByAverage = register.billedByAverage ?? fromKwh(0);
  const days = Math.max(daysBetween(previousDate, facts.placement.effectiveDate), 1);
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
    };
    return { outcome, days, problems };
  }

  const limit = physicalLimit(facts.contractedPowerWatts, days);
  const span = { previousValue, value, digitCapacity, coefficient, limit };
  const { kind, energy } = consumptionBetween(span, rules.rollOverFromPercent);
  const isConfirmed = (code: string) => submission.confirmed.includes(code);
  if (kind === 'lower') {
    problems.push({ kind: 'refused', code: 'readings.lowerThanPrevious', params: {}, zone });
  } else if (kind === 'rollOver' && !isConfirmed('readings.rollOver')) {
    const params = { kwh: formatKwh(energy) };
    problems.push({ kind: 'needsConfirmation', code: 'readings.rollOver', params, zone });
  } else if (energy > limit) {
    problems.push(tooLarge(facts, submission, rules, zone));
  } else if (value === previousValue && !isConfirmed('readings.sameAsPrevious')) {
    problems.push({ kind: 'needsConfirmation', code: 'readings.sameAsPrevious', params: {}, zone });
  }
  const rolledOver = kind === 'rollOver';
  return {
    outcome: { zone, previousValue, previousDate, value, energy, billedByAverage, rolledOver },
    days,
    problems,
  };
}
