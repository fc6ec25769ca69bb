import { queryOptions } from '@tanstack/react-query';
import { getServiceMessage } from '#contract/notices.ts';
import { queryApi } from '#web/lib/api.ts';

/** How long a service message is kept. Source: base specification, section 9. */
const KEPT_MS = 600_000;

/** The service message of a page; '' when there is none. */
export function serviceMessageQuery(page: string) {
  return queryOptions({
    queryKey: ['serviceMessage', page],
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
    retry: false,
    queryFn: async ({ signal }) => {
      const answer = await queryApi(getServiceMessage, { pageToDisplay: page }, { signal });
      return answer.data.message;
    },
  });
}
