import type { BillingDatabase } from '#billing/billing-database.ts';
import { insertFrom } from '#platform/database/insert-from.ts';

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
