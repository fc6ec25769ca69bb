import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { defaultReadingRules, type ReadingRules } from '#domain/readings/reading-rules.ts';

/** A rule that the supplier changes is judged by at the latest after this time. */
const KEPT_MS = 5_000;

const kept = new WeakMap<BillingDatabase, { readAt: number; rules: Promise<ReadingRules> }>();

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The defaults with what the supplier says instead, field by field; words that the rules don't have are left out. */
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
 * The rules of readings of this supplier: `rules.readings` of billing.supplier over the defaults of the domain
 * (product.md §7), read at most every five seconds per database.
 */
export function cachedReadingRules(db: BillingDatabase): Promise<ReadingRules> {
  const known = kept.get(db);
  const now = performance.now();
  if (known !== undefined && now - known.readAt < KEPT_MS) return known.rules;
  const rules = readRules(db);
  kept.set(db, { readAt: now, rules });
  rules.catch(() => kept.delete(db));
  return rules;
}
