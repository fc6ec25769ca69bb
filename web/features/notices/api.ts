import { queryOptions } from '@tanstack/react-query';
import { getServiceMessage } from '#contract/notices.ts';
import { queryApi } from '#web/lib/api.ts';

/** Cache time of a service message, in ms. Source: base specification, section 9. */
const CACHE_TTL_MS = 600_000;

/** The service message of a page; '' when there is none. */
export function serviceMessageQuery(page: string) {
  return queryOptions({
    queryKey: ['serviceMessage', page],
    staleTime: CACHE_TTL_MS,
    gcTime: CACHE_TTL_MS,
    retry: false,
    queryFn: async ({ signal }) => {
      const answer = await queryApi(getServiceMessage, { pageToDisplay: page }, { signal });
      return answer.data.message;
    },
  });
}
