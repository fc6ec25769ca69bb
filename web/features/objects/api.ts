import { queryOptions } from '@tanstack/react-query';
import { listObjects } from '#contract/objects.ts';
import { queryApi } from '#web/lib/api.ts';

/** The objects of the signed-in person, as the server has them now. */
export const objectsQuery = queryOptions({
  queryKey: ['objects'],
  queryFn: ({ signal }) => queryApi(listObjects, {}, { signal }),
});
