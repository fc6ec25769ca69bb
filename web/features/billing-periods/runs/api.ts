import { queryOptions } from '@tanstack/react-query';
import { periodStates } from '#contract/billing-periods.ts';
import type { OutputOf } from '#contract/define-call.ts';
import type { ClosingRunData } from '#contract/values/billing-period.ts';
import { queryApi } from '#web/lib/api.ts';

export type MonthStates = OutputOf<typeof periodStates>;

export const monthsKey = ['billingPeriods'] as const;

export const underWay: ReadonlySet<ClosingRunData['state']> = new Set([
  'waiting',
  'running',
  'interrupted',
  'pausing',
]);

/** A run that ends as the one before it did leaves the live topic as it was. */
const REFETCH_MS = 3000;

export const monthsQuery = queryOptions({
  queryKey: [...monthsKey, 'states'] as readonly unknown[],
  queryFn: ({ signal }) => queryApi(periodStates, {}, { signal }),
  refetchInterval: ({ state }) =>
    (state.data as MonthStates | undefined)?.runs.some((run) => underWay.has(run.state)) ? REFETCH_MS : false,
});
