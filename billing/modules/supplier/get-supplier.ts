import { answer, refuse } from '#billing/api/define-module.ts';
import { SUPPLIER_GET } from '#billing/api/supplier.ts';
import { handleModule } from '#billing/module-handler.ts';
import { findHouseholdPrices } from '#billing/modules/tariffs/public.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { findSupplier } from './supplier-store.ts';

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
