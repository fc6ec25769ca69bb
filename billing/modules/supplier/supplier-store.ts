import { answer, refuse } from '#billing/api/define-module.ts';
import { SUPPLIER_GET } from '#billing/api/supplier.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { findHouseholdPrices } from '#billing/modules/tariffs/public.ts';
import { defaultReadingRules, type ReadingRules } from '#domain/readings/reading-rules.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { insertFrom } from '#platform/database/insert-from.ts';
import { json, nullable, typedSql } from '#platform/database/typed-sql.ts';

/** SQL that adds the supplier of a relation; the one that is there stays. */
export const suppliersFrom = insertFrom(
  'billing.supplier',
  `name, short_name, edrpou, iban, bank_name, address, phones, mobile_phones, email, readings_email, main_url, images, rules,
    emergency_phones, complaint_contacts, fuel_mix, fuel_mix_year, co2_grams_per_kwh`,
  'on conflict do nothing',
);

/** The supplier of this installation; undefined until one is loaded. */
export async function findSupplier(db: BillingDatabase) {
  return db.selectFrom('billing.supplier').selectAll().executeTakeFirst();
}

/** SUPPLIER_GET: data of the footer, the contact page and all documents (product.md §2, facts 8.5). */
export const handleSupplierGet = handleModule(SUPPLIER_GET, ({ db, clock }) => async () => {
  const [supplier, householdPrices] = await Promise.all([
    findSupplier(db),
    findHouseholdPrices(db, kyivDateOf(clock.now())),
  ]);
  if (supplier === undefined) return refuse('common.notFound');
  return answer({
    name: supplier.name,
    shortName: supplier.short_name,
    edrpou: supplier.edrpou,
    iban: supplier.iban,
    bank: supplier.bank_name,
    address: supplier.address,
    phones: supplier.phones,
    mobilePhones: supplier.mobile_phones,
    email: supplier.email,
    readingsEmail: supplier.readings_email,
    mainUrl: supplier.main_url,
    images: supplier.images,
    householdPrices,
  });
});

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
  const { rows } = await typedSql({ rules: nullable(json()) })`
    select rules -> 'readings' as rules from billing.supplier where singleton`.execute(db);
  const rules = overlay(defaultReadingRules, rows[0]?.rules);
  return rules.holidaysAreWorkingDays ? { ...rules, holidays: [] } : rules;
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
