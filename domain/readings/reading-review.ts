import { addEnergy, fromKwh, type WattHours } from '#domain/energy.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { daysBetween, formatDate, type LocalDate, laterOf } from '#domain/time/local-date.ts';
import { addWorkingDays } from '#domain/time/working-days.ts';
import { acceptedConsumption, consumptionBetween, isBeyondNext } from './consumption-between.ts';
import type { KnownValue } from './meter-facts.ts';
import { comparedWith } from './operator-check.ts';
import { digitCapacityParams, parseReadingValue, physicalLimit } from './reading-value.ts';

/** The codes with which a reading is put under review. */
export type ReviewCode = 'readings.operatorCheck' | 'readings.additionalVerification';

/**
 * Working days in which each kind of review ends (messages.md): an operator looks at a reading on the next one, a verification and
 * what waits for it (`billing.pendingVerification`) takes five.
 */
export const reviewWorkingDays: Readonly<Record<ReviewCode, number>> = {
  'readings.operatorCheck': 1,
  'readings.additionalVerification': 5,
};

/** The last day of a review of a reading given on a day; weekends don't count, nor `holidays`. */
export function reviewDueOn(
  code: ReviewCode,
  givenOn: LocalDate,
  holidays: ReadonlySet<LocalDate>,
): LocalDate {
  return addWorkingDays(givenOn, reviewWorkingDays[code], holidays);
}

/** The last day of the review that an outcome promises; undefined: its code promises none. */
export function reviewDayOf(
  code: string,
  givenOn: LocalDate,
  holidays: readonly LocalDate[],
): LocalDate | undefined {
  return isReviewCode(code) ? reviewDueOn(code, givenOn, new Set(holidays)) : undefined;
}

function isReviewCode(code: string): code is ReviewCode {
  return Object.hasOwn(reviewWorkingDays, code);
}

/** Due after a customer gave the photo that was asked for: the next working day, and never earlier than before. */
export function dueWithPhoto(
  dueOn: LocalDate,
  givenOn: LocalDate,
  holidays: ReadonlySet<LocalDate>,
): LocalDate {
  return laterOf(dueOn, addWorkingDays(givenOn, 1, holidays));
}

/** What stands of a register on both sides of a reading that is decided: accepted readings, installation and removal. */
type DecidedRegister = {
  zone: Zone;
  previous: KnownValue;
  next?: KnownValue | undefined;
};

export type DecisionFacts = {
  effectiveDate: LocalDate;
  digitCapacity: number;
  coefficient: number;
  contractedPowerWatts: number;
  /** A photo shows the meter. */
  hasPhoto: boolean;
  registers: readonly DecidedRegister[];
  rollOverFromPercent: number;
};

type DecisionRefusal = {
  kind: 'refused';
  code:
    | 'readings.digitCapacity'
    | 'readings.lowerThanPrevious'
    | 'readings.valueTooLarge'
    | 'readings.laterReadingIsLower';
  params: Readonly<Record<string, string | number>>;
  zone: Zone;
};

type DecisionAssessment =
  | DecisionRefusal
  | {
      kind: 'counts';
      values: Partial<Record<Zone, number>>;
      /** Since the accepted readings before it. */
      energy: WattHours;
    };

/**
 * Whether values may be accepted by the facts of now, which may not be those of the day on which they were given: another reading,
 * a removal, other power. What an operator sees on a photo may be lower or more than the power lets through (messages.md,
 * readings.lowerThanPrevious and valueTooLarge); without one it may not. No value may be beyond a later one that counts.
 */
export function assessDecision(
  facts: DecisionFacts,
  typed: Readonly<Partial<Record<Zone, string | number>>>,
): DecisionAssessment {
  const { effectiveDate, digitCapacity, coefficient, contractedPowerWatts, rollOverFromPercent } = facts;
  const values: Partial<Record<Zone, number>> = {};
  let energy = fromKwh(0);
  for (const { zone, previous, next } of facts.registers) {
    const refused = (code: DecisionRefusal['code'], params: DecisionRefusal['params'] = {}) =>
      ({ kind: 'refused', code, params, zone }) as const;
    const own = typed[zone] ?? '';
    const value = parseReadingValue(own, digitCapacity);
    if (value === undefined)
      return refused('readings.digitCapacity', digitCapacityParams(own, digitCapacity));
    if (next !== undefined && isBeyondNext(facts, previous.value, value, next.value)) {
      return refused('readings.laterReadingIsLower', { value: next.value, date: formatDate(next.date) });
    }
    const span = { previousValue: previous.value, value, digitCapacity, coefficient };
    if (!facts.hasPhoto) {
      const limit = physicalLimit(contractedPowerWatts, daysBetween(previous.date, effectiveDate));
      const step = consumptionBetween({ ...span, limit }, rollOverFromPercent);
      const code = step.kind === 'lower' ? 'readings.lowerThanPrevious' : 'readings.valueTooLarge';
      if (step.kind === 'lower' || step.energy > limit) return refused(code, comparedWith(previous, facts));
    }
    values[zone] = value;
    energy = addEnergy(energy, acceptedConsumption(span).energy);
  }
  return { kind: 'counts', values, energy };
}

/**
 * How many large deviations in a row stand after a decision. A reading that does not count does not count here; who looked at the
 * meter after a verification, or put another value, ends the row.
 */
export function deviationsAfter(
  decision: 'accepted' | 'acceptedAnother' | 'rejected',
  code: ReviewCode,
  withIt: number,
): number {
  if (decision === 'rejected') return Math.max(withIt - 1, 0);
  return decision === 'accepted' && code === 'readings.operatorCheck' ? withIt : 0;
}
