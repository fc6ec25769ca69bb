import type { WattHours } from '#domain/energy.ts';
import type { DeviationRules } from './reading-rules.ts';

/**
 * Consumption and the expectation from last year as an exact fraction: the energy of last year × the compared days
 * (Wh·days), over the days of last year. So months of 30 and 31 days compare per day.
 */
export type Comparison = { energy: WattHours; lastYearTimesDays: number; lastYearDays: number };

export type Deviation = {
  level: 'none' | 'first' | 'second';
  /** Whole percent of the expected, for the message; at most 999, also when nothing was expected. */
  percent: number;
};

const MAX_PERCENT = 999;
const WATT_HOURS_IN_KWH = 1000;

/**
 * Deviation from last year, up or down (messages.md, readings.deviation and readings.operatorCheck; thresholds are
 * the supplier's, product.md §7). Without consumption last year only the kWh decide.
 */
export function deviationFromLastYear(comparison: Comparison, rules: DeviationRules): Deviation {
  const expected = comparison.lastYearTimesDays;
  const difference = Math.abs(comparison.energy * comparison.lastYearDays - expected);
  if (difference === 0) return { level: 'none', percent: 0 };

  const morePercent = (percent: number) => difference * 100 > percent * expected;
  const moreKwh = (kwh: number) => difference > kwh * WATT_HOURS_IN_KWH * comparison.lastYearDays;
  // Infinite when nothing was expected.
  const percent = Math.min(Math.round((difference * 100) / expected), MAX_PERCENT);
  const { first, second } = rules;
  if (moreKwh(second.kwh) || (morePercent(second.percent) && moreKwh(second.floorKwh))) {
    return { level: 'second', percent };
  }
  if (morePercent(first.percent) && moreKwh(first.kwh)) return { level: 'first', percent };
  return { level: 'none', percent };
}
