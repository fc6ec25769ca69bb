import { PERIOD_CLOSING_STATE } from '#billing/api/billing-periods.ts';
import { periodStates } from '#contract/billing-periods.ts';
import { relay } from '#portal/http/call-result.ts';
import { type Route, route } from '#portal/http/route.ts';

const shownPeriods = 24;

/** Periods and how far their closing is (product.md §7, §10: runs with progress). */
export function periodRoutes(): Route[] {
  return [
    route(periodStates, async (_, { billing }) =>
      relay(await billing(PERIOD_CLOSING_STATE, { limit: shownPeriods }), ({ periods }) => ({
        periods: periods.map((period) => ({ ...period, secondsLeft: secondsLeftOf(period) })),
      })),
    ),
  ];
}

function secondsLeftOf(period: {
  readonly isRunning: boolean;
  readonly done: number | null;
  readonly total: number | null;
  readonly perSecond: number | null;
}): number | null {
  const { isRunning, done, total, perSecond } = period;
  if (!isRunning || done === null || total === null || !perSecond) return null;
  return Math.max(Math.round((total - done) / perSecond), 0);
}
