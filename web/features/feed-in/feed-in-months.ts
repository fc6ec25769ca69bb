import type { OutputOf } from '#contract/define-call.ts';
import type { listFeedIn } from '#contract/feed-in.ts';

export type FeedIn = OutputOf<typeof listFeedIn>;
export type FeedInMonth = FeedIn['months'][number];

/** A month of the chart; empty without an act, so that every year has the same shape. */
export interface YearMonth {
  readonly period: string;
  readonly act: FeedInMonth | undefined;
}

/** The twelve months of a year, January first. */
export function monthsOfYear(year: number, acts: readonly FeedInMonth[]): readonly YearMonth[] {
  const byPeriod = new Map(acts.map((act) => [act.period, act]));
  return Array.from({ length: 12 }, (_, place) => {
    const period = `${year}-${String(place + 1).padStart(2, '0')}`;
    return { period, act: byPeriod.get(period) };
  });
}

/** The generated energy that was not exported, in kWh. */
export function usedAtHome({ generatedKwh, exportedKwh }: FeedInMonth): number {
  return generatedKwh - exportedKwh;
}

export type PayState = 'paid' | 'waiting' | 'nothing';

/** The payment state of an act. */
export function payStateOf({ paid, paidOn }: Pick<FeedInMonth, 'paid' | 'paidOn'>): PayState {
  if (!/[1-9]/.test(paid)) return 'nothing';
  return paidOn === null ? 'waiting' : 'paid';
}
