import * as z from 'zod/mini';
import { answer, refuse } from '#billing/api/define-module.ts';
import { SUPPLIER_GET } from '#billing/api/supplier.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { findHouseholdPrices } from '#billing/modules/tariffs/public.ts';
import { officeSchema } from '#contract/values/office.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
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
    offices: z.array(officeSchema).parse(supplier.offices),
    householdPrices,
  });
});
