import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { defaultReadingRules, type ReadingRules } from '#domain/readings/reading-rules.ts';

/** Cache TTL: changed rules apply after at most this time. */
const CACHE_TTL_MS = 5_000;

const cache = new WeakMap<BillingDatabase, { readAt: number; rules: Promise<ReadingRules> }>();

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Overrides the defaults by the supplier's values, field by field; values of unknown fields are ignored. */
function overlay<T>(defaults: T, own: unknown): T {
  if (!isRecord(defaults)) return typeof own === typeof defaults ? (own as T) : defaults;
  if (!isRecord(own)) return defaults;
  const merged = Object.entries(defaults).map(([key, value]) => [
    key,
    Array.isArray(value) ? (Array.isArray(own[key]) ? own[key] : value) : overlay(value, own[key]),
  ]);
  return Object.fromEntries(merged) as T;
}

async function readRules(db: BillingDatabase): Promise<ReadingRules> {
  const { rows } = await sql<{ rules: unknown }>`
    select rules -> 'readings' as rules from billing.supplier where singleton`.execute(db);
  return overlay(defaultReadingRules, rows[0]?.rules);
}

/**
 * Reading rules of this supplier: `rules.readings` of billing.supplier over the domain defaults (product.md §7), read
 * at most every five seconds per database.
 */
export function cachedReadingRules(db: BillingDatabase): Promise<ReadingRules> {
  const known = cache.get(db);
  const now = performance.now();
  if (known !== undefined && now - known.readAt < CACHE_TTL_MS) return known.rules;
  const rules = readRules(db);
  cache.set(db, { readAt: now, rules });
  rules.catch(() => cache.delete(db));
  return rules;
}
