import { queryOptions } from '@tanstack/react-query';
import { periodStates } from '#contract/billing-periods.ts';
import type { OutputOf } from '#contract/define-call.ts';
import { queryApi } from '#web/lib/api.ts';

export type MonthStates = OutputOf<typeof periodStates>;

export const monthsKey = ['billingPeriods'] as const;

export const monthsQuery = queryOptions({
  queryKey: [...monthsKey, 'states'] as readonly unknown[],
  queryFn: ({ signal }) => queryApi(periodStates, {}, { signal }),
});
