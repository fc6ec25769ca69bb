import { PERIOD_CLOSING_STATE, PROGRESS_LIST } from '#billing/api/billing-periods.ts';
import type { BillingClient } from '#billing/client.ts';
import { periodStates } from '#contract/billing-periods.ts';
import type { LivePayload } from '#contract/live.ts';
import { newId } from '#platform/uuid.ts';
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

/** Source of the topic `billing-progress`; also of a back end elsewhere. */
export function readBillingProgress(billing: BillingClient): () => Promise<LivePayload<'billing-progress'>> {
  return async () => {
    // Asked all the time while somebody looks on: no call of anybody.
    const context = { reference: newId(), actor: 'portal', unrecorded: true } as const;
    const result = await billing.call(PROGRESS_LIST, {}, context);
    if (!result.ok) throw new Error(`PROGRESS_LIST is refused: ${result.code}`);
    return result.data;
  };
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
