import type { BillingDatabase } from '#billing/billing-database.ts';
import { findSupplier } from './supplier-store.ts';

type FoundSupplier = Awaited<ReturnType<typeof findSupplier>>;

/** Cache TTL: changes of the supplier are visible after at most this time. */
const CACHE_TTL_MS = 5_000;

const cache = new WeakMap<BillingDatabase, { readAt: number; supplier: Promise<FoundSupplier> }>();

/** The supplier of this installation, read at most every five seconds per database; undefined until one is loaded. */
export function cachedSupplier(db: BillingDatabase): Promise<FoundSupplier> {
  const known = cache.get(db);
  const now = performance.now();
  if (known !== undefined && now - known.readAt < CACHE_TTL_MS) return known.supplier;
  const supplier = findSupplier(db);
  cache.set(db, { readAt: now, supplier });
  const invalidate = () => {
    if (cache.get(db)?.supplier === supplier) cache.delete(db);
  };
  // A missing supplier is not cached.
  supplier.then((found) => found === undefined && invalidate(), invalidate);
  return supplier;
}

/** What is known of the supplier is read anew; for the node that has changed it. The others follow when their cache ends. */
export function forgetSupplier(db: BillingDatabase): void {
  cache.delete(db);
}
