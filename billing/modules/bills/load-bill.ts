import * as z from 'zod/mini';
import { answer, type ModuleResult, refuse } from '#billing/api/define-module.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { chargeLineData } from '#billing/modules/charges/public.ts';
import { listMonths } from '#billing/modules/consumption/public.ts';
import { toDueNow } from '#billing/modules/ledger/public.ts';
import { rulesAt } from '#billing/modules/rules/public.ts';
import { cachedSupplier } from '#billing/modules/supplier/public.ts';
import type { BillData } from '#contract/values/bill.ts';
import { maskPhone, parsePhone } from '#domain/identifiers/contacts.ts';
import { type DueNow, debtOf, dueOfBill } from '#domain/ledger/due-now.ts';
import { moneyToWire, negateMoney, sumMoney, vatInside, zeroMoney } from '#domain/money.ts';
import { energyPurpose } from '#domain/payments/purpose-texts.template.ts';
import { compensationClassOf } from '#domain/service-terms/compensation.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { billQr } from './bill-qr.ts';
import {
  type BillEntryRow,
  type BillMeterRow,
  type BillRow,
  type BillSummaryRow,
  findBill,
  listBillEntries,
  listBillLines,
  listBillMeters,
} from './bill-store.ts';

type Supplier = NonNullable<Awaited<ReturnType<typeof cachedSupplier>>>;

const fuelPartsSchema = z.array(z.object({ name: z.string(), percent: z.string() }));

/** The phones of the contact centre: the one of the city first. */
function phonesOf(supplier: Supplier): string[] {
  return [...supplier.phones, ...supplier.mobile_phones];
}

/** The supplier as a bill names it (facts 9.1, blocks 5, 6 and 12). */
function supplierOfBill(supplier: Supplier): BillData['supplier'] {
  const parts = fuelPartsSchema.parse(supplier.fuel_mix);
  return {
    name: supplier.name,
    edrpou: supplier.edrpou,
    iban: supplier.iban,
    bank: supplier.bank_name,
    address: supplier.address,
    phones: phonesOf(supplier),
    email: supplier.email,
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
function customerOfBill(
  accountNumber: string,
  bill: BillRow,
  meters: readonly BillMeterRow[],
): BillData['customer'] {
  const phone = parsePhone(bill.phone ?? '');
  return {
    name: bill.customerName,
    account: accountNumber,
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

const categories = {
  household: 'household',
  smallBusiness: 'smallNonHousehold',
  other: 'nonHousehold',
} as const satisfies Record<string, BillData['customer']['category']>;

function categoryOf(bill: BillRow): BillData['customer']['category'] {
  return categories[compensationClassOf(bill)];
}

/** The figures of a bill that a list shows. */
export function billSummary(bill: BillSummaryRow, due: DueNow) {
  return {
    period: bill.period,
    number: bill.number,
    issuedOn: bill.issuedOn,
    dueOn: bill.dueOn,
    kwh: bill.energyWh / 1000,
    charged: moneyToWire(bill.charged),
    toPay: moneyToWire(debtOf(bill.closing)),
    open: moneyToWire(dueOfBill(due, bill.period)),
    isEstimated: bill.isEstimated,
  };
}

/**
 * A bill with everything that explains it (facts 9.1), as it was made, and what is due now apart; or why there is none to show. What the account's
 * condition is now says nothing of a bill that was made: only a period without one is the contact centre's.
 */
export async function loadBill(
  db: BillingDatabase,
  accountNumber: string,
  period: BillingPeriod,
  now: Instant,
): Promise<ModuleResult<BillData>> {
  const today = kyivDateOf(now);
  const [supplier, rules, found, meters, lines, entries, history] = await Promise.all([
    cachedSupplier(db),
    rulesAt(db, now),
    findBill(db, accountNumber, period),
    listBillMeters(db, accountNumber, period),
    listBillLines(db, accountNumber, period),
    listBillEntries(db, accountNumber, period),
    listMonths(db, accountNumber, period),
  ]);
  if (found === undefined || supplier === undefined || history === undefined)
    return refuse('common.notFound');
  const { condition, bill } = found;
  if (bill === undefined) {
    return condition === 'callCentre'
      ? refuse('billing.invoiceByCallCentre', { phones: phonesOf(supplier).join(', ') })
      : refuse('billing.noCharges');
  }
  const purpose = energyPurpose(accountNumber, period);
  const dueOfAccount = toDueNow(bill.dueState, today);
  const due = dueOfAccount.lastBill?.period === period ? dueOfAccount : null;
  return answer({
    ...billSummary(bill, dueOfAccount),
    supplier: supplierOfBill(supplier),
    customer: customerOfBill(accountNumber, bill, meters),
    meters: meters.map(({ zoneScheme: _, ...meter }) => meter),
    lines: lines.map(chargeLineData),
    opening: moneyToWire(bill.opening),
    recalculated: moneyToWire(bill.recalculated),
    benefit: moneyToWire(bill.benefit),
    benefits: ofPart(entries, 'benefit').map(({ benefitKind, words, signed }) => ({
      kind: benefitKind ?? 'benefit',
      title: words,
      sum: moneyToWire(signed),
    })),
    corrected: moneyToWire(bill.corrected),
    corrections: ofPart(entries, 'correction').map(({ postedAt, words, signed }) => ({
      date: kyivDateOf(postedAt as Instant),
      reason: words,
      sum: moneyToWire(signed),
    })),
    paid: moneyToWire(bill.paid),
    payments: ofPart(entries, 'payment').map(({ postedAt, signed, provider }) => ({
      date: kyivDateOf(postedAt as Instant),
      sum: moneyToWire(negateMoney(signed)),
      provider,
    })),
    closing: moneyToWire(bill.closing),
    due: due && {
      asOf: today,
      sum: moneyToWire(due.energy),
      arrears: moneyToWire(due.arrears < rules.payments.person.least ? zeroMoney : due.arrears),
      acts: due.acts.map(({ actNumber, amount }) => ({ actNumber, owed: moneyToWire(amount) })),
    },
    vat: moneyToWire(vatInside(sumMoney([bill.charged, bill.recalculated]))),
    history: history.map(({ period: month, ...consumed }) => ({ period: month, ...consumed })),
    qr: billQr({
      recipient: supplier.name,
      iban: supplier.iban,
      edrpou: supplier.edrpou,
      accountNumber,
      period,
      due: due?.energy ?? zeroMoney,
      asOf: today,
      purpose,
      limits: rules.payments.person,
    }),
    paymentPurpose: purpose,
  });
}

function ofPart(entries: readonly BillEntryRow[], part: BillEntryRow['part']): readonly BillEntryRow[] {
  return entries.filter((entry) => entry.part === part);
}
