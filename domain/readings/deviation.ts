import type { WattHours } from '#domain/energy.ts';
import type { DeviationRules } from './reading-rules.ts';

/**
 * Consumption and what last year makes one expect, as an exact fraction of whole numbers: the energy of last year's days
 * times the days compared (Wh·days), over last year's days. So months of 30 and 31 days compare per day.
 */
export type Comparison = { energy: WattHours; lastYearTimesDays: number; lastYearDays: number };

export type Deviation = {
  level: 'none' | 'first' | 'second';
  /** Whole percent of the expected, for the text; at most 999, which also stands where nothing was expected. */
  percent: number;
};

const MOST_PERCENT = 999;
const WATT_HOURS_IN_KWH = 1000;

/**
 * How far consumption is from last year's, up or down (messages.md, readings.deviation and readings.operatorCheck;
 * thresholds are the supplier's, product.md §7). Where nothing was consumed last year the kWh alone decide.
 */
export function deviationFromLastYear(comparison: Comparison, rules: DeviationRules): Deviation {
  const expected = comparison.lastYearTimesDays;
  const difference = Math.abs(comparison.energy * comparison.lastYearDays - expected);
  if (difference === 0) return { level: 'none', percent: 0 };

  const morePercent = (percent: number) => difference * 100 > percent * expected;
  const moreKwh = (kwh: number) => difference > kwh * WATT_HOURS_IN_KWH * comparison.lastYearDays;
  // Infinite where nothing was expected.
  const percent = Math.min(Math.round((difference * 100) / expected), MOST_PERCENT);
  const { first, second } = rules;
  if (moreKwh(second.kwh) || (morePercent(second.percent) && moreKwh(second.floorKwh))) {
    return { level: 'second', percent };
  }
  if (morePercent(first.percent) && moreKwh(first.kwh)) return { level: 'first', percent };
  return { level: 'none', percent };
}
