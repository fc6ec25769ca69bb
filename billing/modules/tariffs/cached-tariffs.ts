import type { BillingDatabase } from '#billing/billing-database.ts';
import { listTariffs, type StoredTariff } from './tariff-store.ts';

/** A version that an operator adds is charged by at the latest after this time. */
const KEPT_MS = 5_000;

const kept = new WeakMap<BillingDatabase, { readAt: number; tariffs: Promise<Map<string, StoredTariff>> }>();

/** Every tariff by its code, read at most every five seconds per database: they change once in months. */
export function cachedTariffs(db: BillingDatabase): Promise<ReadonlyMap<string, StoredTariff>> {
  const known = kept.get(db);
  const now = performance.now();
  if (known !== undefined && now - known.readAt < KEPT_MS) return known.tariffs;
  const tariffs = listTariffs(db);
  kept.set(db, { readAt: now, tariffs });
  tariffs.catch(() => kept.delete(db));
  return tariffs;
}
