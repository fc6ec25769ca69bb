import { queryOptions } from '@tanstack/react-query';
import { apiLink } from '#contract/company.ts';
import { queryApi } from '#web/lib/api.ts';

const FRESH_MS = 10 * 60_000;

/** The supplier of this site: name, address, phones. */
export const companyQuery = queryOptions({
  queryKey: ['company'],
  staleTime: FRESH_MS,
  queryFn: async ({ signal }) => {
    const answer = await queryApi(apiLink, { site: window.location.host }, { signal });
    return answer.company ?? null;
  },
});
