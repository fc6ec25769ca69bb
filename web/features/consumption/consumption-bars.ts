import type { consumptionHistory } from '#contract/consumption.ts';
import type { OutputOf } from '#contract/define-call.ts';

export type Month = OutputOf<typeof consumptionHistory>['months'][number];

/** The month shown first: the last closed one. */
export function lastFinished(months: readonly Month[]): Month | undefined {
  return [...months].reverse().find((month) => !month.isCurrent) ?? months.at(-1);
}
