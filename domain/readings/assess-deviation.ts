import { addEnergy, formatKwh, fromKwh, toKwh, type WattHours } from '#domain/energy.ts';
import { addMonths, type BillingPeriod, daysIn } from '#domain/time/billing-period.ts';
import type { AssessedRegister } from './assess-register.ts';
import type { MeterFacts } from './meter-facts.ts';
import { operatorCheckParams } from './operator-check.ts';
import type { ReadingParams } from './reading-code.ts';
import type { ReadingProblem, ReadingSubmission } from './reading-outcome.ts';
import type { AssessmentRules, DeviationRules } from './reading-rules.ts';

/**
 * Consumption and the expectation from last year as an exact fraction: the energy of last year × the compared days
 * (Wh·days), over the days of last year. So months of 30 and 31 days compare per day.
 */
type Comparison = { energy: WattHours; lastYearTimesDays: number; lastYearDays: number };

type Deviation = {
  level: 'none' | 'first' | 'second';
  /** Whole percent of the expected, for the message; at most 999, also when nothing was expected. */
  percent: number;
};

const MAX_PERCENT = 999;
const WATT_HOURS_IN_KWH = 1000;

/**
 * Deviation from last year, up or down (messages.md, readings.deviation and readings.operatorCheck; thresholds are
 * the supplier's, product.md §7). Without consumption last year only the floors decide.
 */
export function deviationFromLastYear(
  comparison: Comparison,
  { first, second }: DeviationRules,
  contractedPowerWatts: number,
): Deviation {
  const expected = comparison.lastYearTimesDays;
  const difference = Math.abs(comparison.energy * comparison.lastYearDays - expected);
  if (difference === 0) return { level: 'none', percent: 0 };

  const isMoreThan = (energy: number) => difference > energy * comparison.lastYearDays;
  const isBeyond = ({ percent, floorKwh, floorHours }: DeviationRules['first']) =>
    difference * 100 > percent * expected &&
    isMoreThan(floorKwh * WATT_HOURS_IN_KWH + floorHours * contractedPowerWatts);
  // Infinite when nothing was expected.
  const percent = Math.min(Math.round((difference * 100) / expected), MAX_PERCENT);
  if (isBeyond(second) || (second.kwh !== null && isMoreThan(second.kwh * WATT_HOURS_IN_KWH))) {
    return { level: 'second', percent };
  }
  if (isBeyond(first)) return { level: 'first', percent };
  return { level: 'none', percent };
}

/**
 * Whether the energy of a month is so far from that of the same month last year that somebody should look at it: beyond the second
 * threshold of readings, and beyond the percent of the first, so that a large customer is not on the list each month.
 */
export function isSuddenConsumption(
  period: BillingPeriod,
  energy: WattHours,
  lastYear: WattHours,
  rules: DeviationRules,
  contractedPowerWatts: number,
): boolean {
  const comparison = {
    energy,
    lastYearTimesDays: lastYear * daysIn(period),
    lastYearDays: daysIn(addMonths(period, -12)),
  };
  const { level, percent } = deviationFromLastYear(comparison, rules, contractedPowerWatts);
  return level === 'second' && percent > rules.first.percent;
}

export type AssessedDeviation = {
  problem?: ReadingProblem;
  largeDeviation: boolean;
  /** kWh now and in as many days last year, for the message: { kwh: "250", lastYear: "100" }. */
  params: ReadingParams;
};

/**
 * Compares consumption with the same period last year. Above the first threshold the customer corrects or confirms;
 * above the second an operator checks it, confirmed or not, and repeated deviations require verification
 * (messages.md, readings.deviation, operatorCheck, additionalVerification). Undefined: nothing to compare with.
 */
export function assessDeviation(
  facts: MeterFacts,
  registers: readonly AssessedRegister[],
  submission: ReadingSubmission,
  rules: AssessmentRules,
): AssessedDeviation | undefined {
  const comparison = compareWithLastYear(facts, registers);
  if (comparison === undefined) return undefined;
  const { level, percent } = deviationFromLastYear(
    comparison,
    rules.deviation[facts.customerType],
    facts.contractedPowerWatts,
  );
  const lastYear = fromKwh(Math.round(comparison.lastYearTimesDays / comparison.lastYearDays / 1000));
  const compared = { kwh: formatKwh(comparison.energy), lastYear: formatKwh(lastYear) };
  const largeDeviation = level === 'second';
  if (largeDeviation) {
    const inARow = facts.largeDeviationsInARow + 1;
    const kwh = toKwh(comparison.energy);
    const cause = { kind: 'deviation', kwh, lastYearKwh: toKwh(lastYear), percent, inARow } as const;
    const problem: ReadingProblem =
      inARow >= rules.verificationAtDeviation
        ? { kind: 'underReview', code: 'readings.additionalVerification', params: {}, cause }
        : {
            kind: 'underReview',
            code: 'readings.operatorCheck',
            params: operatorCheckParams(facts.placement.submittedOn, rules),
            cause,
          };
    return { problem, largeDeviation, params: compared };
  }
  if (level === 'first' && !submission.confirmed.includes('readings.deviation')) {
    const problem: ReadingProblem = {
      kind: 'needsConfirmation',
      code: 'readings.deviation',
      params: { percent },
    };
    return { problem, largeDeviation, params: compared };
  }
  return { largeDeviation, params: compared };
}

/** Undefined when last year is unknown, or unknown for these zones. */
function compareWithLastYear(
  facts: MeterFacts,
  registers: readonly AssessedRegister[],
): Comparison | undefined {
  const { lastYear } = facts;
  if (lastYear === undefined || lastYear.days <= 0) return undefined;
  let energy = fromKwh(0);
  let lastYearTimesDays = 0;
  let isByZone = true;
  let longest = 0;
  for (const { outcome, days } of registers) {
    const ofZone = lastYear.byZone?.[outcome.zone];
    isByZone &&= ofZone !== undefined;
    energy = addEnergy(energy, outcome.energy);
    lastYearTimesDays += (ofZone ?? 0) * days;
    longest = Math.max(longest, days);
  }
  if (!isByZone) {
    if (registers.length < facts.registers.length) return undefined;
    lastYearTimesDays = lastYear.total * longest;
  }
  return { energy, lastYearTimesDays, lastYearDays: lastYear.days };
}
