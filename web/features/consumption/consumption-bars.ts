import type { consumptionHistory } from '#contract/consumption.ts';
import type { OutputOf } from '#contract/define-call.ts';

export type Month = OutputOf<typeof consumptionHistory>['months'][number];

/** The month to show first: the last finished one. */
export function lastFinished(months: readonly Month[]): Month | undefined {
  return [...months].reverse().find((month) => !month.isCurrent) ?? months.at(-1);
}
