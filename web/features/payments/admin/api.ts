import { queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '#contract/define-call.ts';
import { findPayments } from '#contract/payments/admin-payments.ts';
import { queryApi } from '#web/lib/api.ts';

export type FoundPayment = OutputOf<typeof findPayments>['payments'][number];

export const foundKey = ['admin-payments'] as const;

/** Payments by account, order or the provider's number. */
export const foundQuery = (query: string) =>
  queryOptions({
    queryKey: [...foundKey, query],
    queryFn: ({ signal }) => queryApi(findPayments, { query }, { signal }),
    enabled: query !== '',
  });
