import { queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '#contract/define-call.ts';
import { getSupplier } from '#contract/supplier/manage-supplier.ts';
import { queryApi } from '#web/lib/api.ts';

export type ManagedSupplier = OutputOf<typeof getSupplier>;

/** The supplier as staff change it, with what was changed. */
export const supplierQuery = queryOptions({
  queryKey: ['admin-supplier'] as readonly unknown[],
  queryFn: ({ signal }) => queryApi(getSupplier, {}, { signal }),
});
