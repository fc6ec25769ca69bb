import type { consumptionHistory } from '#contract/consumption.ts';
import type { OutputOf } from '#contract/define-call.ts';

export type Month = OutputOf<typeof consumptionHistory>['months'][number];
export type Zone = 'single' | 'day' | 'night' | 'peak' | 'halfPeak';

/** From the bottom of a bar up: the cheapest zone first. */
const ORDER: readonly Zone[] = ['single', 'night', 'halfPeak', 'day', 'peak'];

/** The zones that occur in these months, from the bottom of a bar up; at most three on one meter. */
export function zonesOf(months: readonly Month[]): readonly Zone[] {
  return ORDER.filter((zone) => months.some((month) => month.zones[zone] !== undefined));
}

/** The kilowatt-hours of a month in that order; a zone the meter did not have then counts as nothing. */
export function partsOf(month: Month, zones: readonly Zone[]): readonly number[] {
  return zones.map((zone) => month.zones[zone] ?? 0);
}

/** The month to show first: the last finished one. */
export function lastFinished(months: readonly Month[]): Month | undefined {
  return [...months].reverse().find((month) => !month.isCurrent) ?? months.at(-1);
}
