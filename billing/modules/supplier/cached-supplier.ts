import type { BillingDatabase } from '#billing/billing-database.ts';
import { cached } from '#platform/cached.ts';
import { findSupplier } from './supplier-store.ts';

/** Cache TTL: changes of the supplier are visible after at most this time. */
const CACHE_TTL_MS = 5_000;

const suppliers = cached(CACHE_TTL_MS, (db: BillingDatabase) => findSupplier(db));

/** The supplier of this installation, read at most every five seconds per database; undefined until one is loaded. */
export const cachedSupplier = (db: BillingDatabase) => suppliers.get(db);

/** Clears the cache of the node that changed the supplier. The others read the change when their cache expires. */
export const forgetSupplier = (db: BillingDatabase) => suppliers.clear(db);
