import * as z from 'zod/mini';
import type { BillData } from '#billing/api/bills/bills.ts';
import type { cachedSupplier } from '#billing/modules/supplier/public.ts';
import { maskPhone, parsePhone } from '#domain/identifiers/phone.ts';
import type { BillMeterRow, BillRow } from './bill-store.ts';

type Supplier = NonNullable<Awaited<ReturnType<typeof cachedSupplier>>>;

/** Up to so much contracted power a customer who is no household is a small one. Source: facts 2.1. */
const SMALL_WATTS = 50_000;

const fuelPartsSchema = z.array(z.object({ name: z.string(), percent: z.string() }));

/** The phones of the contact centre: the one of the city first. */
export function phonesOf(supplier: Supplier): string[] {
  return [...supplier.phones, ...supplier.mobile_phones];
}

/** The supplier as a bill names it (facts 9.1, blocks 5, 6 and 12). */
export function supplierOfBill(supplier: Supplier): BillData['supplier'] {
  const parts = fuelPartsSchema.parse(supplier.fuel_mix);
  return {
    name: supplier.name,
    edrpou: supplier.edrpou,
    iban: supplier.iban,
    bank: supplier.bank_name,
    address: supplier.address,
    phones: phonesOf(supplier),
    email: supplier.email,
    mainUrl: supplier.main_url,
    emergencyPhones: supplier.emergency_phones,
    complaintContacts: supplier.complaint_contacts,
    fuelMix:
      parts.length === 0
        ? null
        : { parts, year: supplier.fuel_mix_year, co2GramsPerKwh: supplier.co2_grams_per_kwh },
  };
}

/**
 * The customer as a bill names them (facts 9.1, blocks 7 and 8). A bill lies in letter boxes: the phone is shown as far as
 * its owner knows it again.
 */
export function customerOfBill(
  accountNumber: string,
  bill: BillRow,
  meters: readonly BillMeterRow[],
): BillData['customer'] {
  const phone = parsePhone(bill.phone ?? '');
  return {
    name: bill.customerName,
    accountNumber,
    address: bill.address,
    contractNumber: bill.contractNumber,
    contractDate: bill.contractDate,
    consumerEic: bill.consumerEic,
    objectCode: bill.objectCode,
    tariff: bill.tariffTitle,
    offer: bill.offer,
    phone: phone === undefined ? '' : maskPhone(phone),
    category: categoryOf(bill),
    zoneScheme: meters.at(-1)?.zoneScheme ?? null,
    isHeating: bill.heating === 'electric',
  };
}

function categoryOf({ customerType, contractedWatts }: BillRow): BillData['customer']['category'] {
  if (customerType === 'person') return 'household';
  return contractedWatts <= SMALL_WATTS ? 'smallNonHousehold' : 'nonHousehold';
}
