import { queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '#contract/define-call.ts';
import { getErasure, requestErasure, withdrawErasure } from '#contract/personal-data.ts';
import { type ApiResult, callApi, queryApi } from '#web/lib/api.ts';
import type { FactorProof } from '#web/lib/second-factor/factor-step.tsx';

/** Whether the deletion was asked for, and what to know before. */
export const erasureQuery = queryOptions({
  queryKey: ['erasure'],
  queryFn: ({ signal }) => queryApi(getErasure, {}, { signal }),
});

export type ErasureFacts = OutputOf<typeof getErasure>;

export function sendErasure(
  password: string,
  proof: FactorProof,
): Promise<ApiResult<OutputOf<typeof requestErasure>>> {
  return callApi(requestErasure, { password, ...proof });
}

export function sendWithdrawal(): Promise<ApiResult<OutputOf<typeof withdrawErasure>>> {
  return callApi(withdrawErasure, {});
}
