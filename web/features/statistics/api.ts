import { queryOptions } from '@tanstack/react-query';
import { getCommon } from '#contract/charges.ts';
import { queryApi } from '#web/lib/api.ts';

/** Whose cabinets are counted. */
export type Counted = 'entities' | 'persons';

/** The number of entities or persons with a cabinet. Source: base specification, sections 6 and 7. */
export const amountQuery = (counted: Counted) =>
  queryOptions({
    queryKey: ['amount', counted],
    queryFn: async ({ signal }) => {
      const { data } = await queryApi(getCommon, { url: `/admin_panel/get_${counted}_amount` }, { signal });
      return 'amount' in data ? data.amount : 0;
    },
  });
