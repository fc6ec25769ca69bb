import { queryOptions, useQuery } from '@tanstack/react-query';
import { getServiceMessage } from '#contract/notices.ts';
import { queryApi } from '#web/lib/api.ts';

/** Cache time of a service message, in ms. Source: base specification, section 9. */
const CACHE_TTL_MS = 600_000;

/** The service message of a page with the code that shows it, which a page without a message does not load; null when there is none. */
function serviceMessageQuery(page: string) {
  return queryOptions({
    queryKey: ['serviceMessage', page],
    staleTime: CACHE_TTL_MS,
    gcTime: CACHE_TTL_MS,
    retry: false,
    queryFn: async ({ signal }) => {
      const { message } = (await queryApi(getServiceMessage, { pageToDisplay: page }, { signal })).data;
      return message ? { message, ...(await import('./moving-line.tsx')) } : null;
    },
  });
}

/** The service message of the page. Renders nothing without a message. */
export function ServiceLine({ page }: { page: string }) {
  const { data } = useQuery(serviceMessageQuery(page));
  return data ? <data.ClosableLine key={data.message} message={data.message} /> : null;
}
