import type { BillingDatabase } from '#billing/billing-database.ts';
import { findSupplier } from './supplier-store.ts';

type FoundSupplier = Awaited<ReturnType<typeof findSupplier>>;

/** What the supplier changes of itself is shown at the latest after this time. */
const KEPT_MS = 5_000;

const kept = new WeakMap<BillingDatabase, { readAt: number; supplier: Promise<FoundSupplier> }>();

/** The supplier of this installation, read at most every five seconds per database; undefined until one is loaded. */
export function cachedSupplier(db: BillingDatabase): Promise<FoundSupplier> {
  const known = kept.get(db);
  const now = performance.now();
  if (known !== undefined && now - known.readAt < KEPT_MS) return known.supplier;
  const supplier = findSupplier(db);
  kept.set(db, { readAt: now, supplier });
  const forget = () => {
    if (kept.get(db)?.supplier === supplier) kept.delete(db);
  };
  // One that is not there yet is looked for again at once.
  supplier.then((found) => found === undefined && forget(), forget);
  return supplier;
}
