import { answer, type ModuleResult, refuse } from '#billing/api/define-module.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { findDueNow } from '#billing/modules/ledger/public.ts';
import { rulesOfPeriod } from '#billing/modules/rules/public.ts';
import { cachedSupplier } from '#billing/modules/supplier/public.ts';
import type { InvoiceData, InvoiceParty, InvoiceSummary } from '#contract/values/invoice.ts';
import { type DueNow, debtOf, dueOfBill } from '#domain/ledger/due-now.ts';
import {
  addMoney,
  type Kopiykas,
  kopiykas,
  moneyToWire,
  smallerMoney,
  subtractMoney,
  sumMoney,
  zeroMoney,
} from '#domain/money.ts';
import type { PaymentLimits } from '#domain/payments/payment-orders.ts';
import { energyPurpose, reactivePurpose } from '#domain/payments/purpose-texts.template.ts';
import { billReference } from '#domain/payments/purpose-words.ts';
import { supplierQr } from '#domain/payments/supplier-qr.ts';
import { type Price, priceToText } from '#domain/price.ts';
import { addMonths } from '#domain/time/billing-period.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import {
  findInvoice,
  findReactiveBalance,
  type InvoicePlace,
  type InvoiceSummaryRow,
  listInvoiceLines,
  listInvoiceQuantities,
  listPlannedPayments,
} from './read-invoices.ts';

/** What the National Bank lets a code carry: a company pays from its own bank, where no limit of a provider counts. */
const transferLimits: PaymentLimits = { least: kopiykas(1), most: kopiykas(99_999_999_999) };

/** Hour of the day for which codes and documents are made, on a Kyiv clock, so that they don't change within a day. */
const madeAtHour = 9;

/** What an account owes now: for energy to the supplier, for reactive energy to the operator. */
export interface Debts {
  readonly energy: DueNow;
  readonly reactive: Kopiykas;
}

/** What an account owes now; undefined: no such account. */
export async function findDebts(
  db: BillingDatabase,
  accountNumber: string,
  today: LocalDate,
): Promise<Debts | undefined> {
  const [energy, reactive] = await Promise.all([
    findDueNow(db, accountNumber, today),
    findReactiveBalance(db, accountNumber),
  ]);
  return energy && { energy, reactive };
}

/** What is still due of an invoice; a debt to the operator belongs to its latest invoices, payments to the oldest. */
function openOf(row: InvoiceSummaryRow, debts: Debts): Kopiykas {
  if (row.payee === 'supplier') return dueOfBill(debts.energy, row.period);
  return smallerMoney(debtOf(subtractMoney(debts.reactive, row.grossAfter)), debtOf(row.gross));
}

/** The figures of an invoice that a list shows. */
export function invoiceSummary(
  row: InvoiceSummaryRow,
  debts: Debts,
  supplierName: string,
  today: LocalDate,
): InvoiceSummary {
  const open = openOf(row, debts);
  return {
    period: row.period,
    payee: row.payee,
    payeeName: row.payee === 'supplier' ? supplierName : row.operatorName,
    number: row.number,
    actNumber: row.actNumber,
    issuedOn: row.issuedOn,
    dueOn: row.dueOn,
    quantity: row.quantity,
    net: moneyToWire(row.net),
    vat: moneyToWire(row.vat),
    gross: moneyToWire(row.gross),
    open: moneyToWire(open),
    state: stateOf(row, open, today),
  };
}

function stateOf(
  { gross, dueOn }: Pick<InvoiceSummaryRow, 'gross' | 'dueOn'>,
  open: Kopiykas,
  today: LocalDate,
): InvoiceSummary['state'] {
  if (open === zeroMoney) return 'paid';
  if (dueOn < today) return 'overdue';
  return open < gross ? 'partlyPaid' : 'unpaid';
}

type Supplier = NonNullable<Awaited<ReturnType<typeof cachedSupplier>>>;

function supplierParty(supplier: Supplier): InvoiceParty {
  return {
    name: supplier.name,
    edrpou: supplier.edrpou,
    vatNumber: '',
    address: supplier.address,
    iban: supplier.iban,
    bank: supplier.bank_name,
    phone: supplier.phones[0] ?? '',
    signerName: '',
    signerPost: '',
    signerGround: '',
  };
}

interface InvoicePayment {
  readonly seller: InvoiceParty;
  /** By which a payment finds its invoice. */
  readonly reference: string;
  readonly open: Kopiykas;
  readonly purpose: string;
  readonly today: LocalDate;
}

function codeOf({ seller, reference, open, purpose, today }: InvoicePayment): string | null {
  return supplierQr({
    recipient: seller.name,
    iban: seller.iban,
    edrpou: seller.edrpou,
    amount: open,
    reference,
    purpose,
    limits: transferLimits,
    madeAt: kyivInstant(today, madeAtHour, 0),
  });
}

/** An invoice with everything that explains it, as it was made, and what is due of it now; or why there is none to show. */
export async function loadInvoice(
  db: BillingDatabase,
  accountNumber: string,
  place: InvoicePlace,
  today: LocalDate,
): Promise<ModuleResult<InvoiceData>> {
  const { period, payee } = place;
  const [supplier, { reactive: reactiveRules }, debts, row, quantities, lines, planned] = await Promise.all([
    cachedSupplier(db),
    rulesOfPeriod(db, period),
    findDebts(db, accountNumber, today),
    findInvoice(db, accountNumber, place),
    listInvoiceQuantities(db, accountNumber, period),
    listInvoiceLines(db, accountNumber, place),
    payee === 'supplier' ? listPlannedPayments(db, accountNumber, addMonths(period, 1)) : [],
  ]);
  if (supplier === undefined || debts === undefined) return refuse('common.notFound');
  if (row === undefined) return refuse('billing.noCharges');
  const seller = payee === 'operator' && row.operator !== null ? row.operator : supplierParty(supplier);
  const purpose = (payee === 'supplier' ? energyPurpose : reactivePurpose)(accountNumber, period);
  const ofInvoice = new Set(lines.map(({ eic }) => eic));
  return answer({
    ...invoiceSummary(row, debts, supplier.name, today),
    priceBase: row.priceBase,
    adjustmentNet: moneyToWire(row.adjustmentNet),
    seller,
    customer: row.customer,
    account: accountNumber,
    contractNumber: row.contractNumber,
    contractDate: row.contractDate,
    opening: moneyToWire(row.opening),
    paid: moneyToWire(row.paid),
    otherChanges: moneyToWire(row.otherChanges),
    closing: moneyToWire(subtractMoney(sumMoney([row.opening, row.gross, row.otherChanges]), row.paid)),
    planned: planned.map(({ amount, volume: _, ...part }) => ({ ...part, sum: moneyToWire(amount) })),
    plannedVolume: planned[0]?.volume ?? null,
    // Reactive energy is billed at a few points only.
    quantities: quantities.filter(({ eic }) => payee === 'supplier' || ofInvoice.has(eic)),
    reactiveRules: payee === 'operator' ? reactiveRules : null,
    lines: lines.map(({ price, equivalent, sum, ...line }) => ({
      ...line,
      price: priceToText(price),
      equivalent: equivalent === null ? null : priceToText(BigInt(equivalent) as Price),
      sum: moneyToWire(sum),
    })),
    asOf: today,
    qr: codeOf({
      seller,
      // The bill of the month, by which a payment for energy is matched.
      reference: payee === 'supplier' ? billReference(accountNumber, period) : row.number,
      open: openOf(row, debts),
      purpose,
      today,
    }),
    paymentPurpose: purpose,
  });
}

/** Sums of invoices as a list shows them. */
export function invoiceTotals(
  rows: readonly InvoiceSummaryRow[],
  debts: Debts,
): { count: number; net: string; vat: string; gross: string; open: string } {
  const zero = { net: zeroMoney, vat: zeroMoney, gross: zeroMoney, open: zeroMoney };
  const sums = rows.reduce(
    (sum, row) => ({
      net: addMoney(sum.net, row.net),
      vat: addMoney(sum.vat, row.vat),
      gross: addMoney(sum.gross, row.gross),
      open: addMoney(sum.open, openOf(row, debts)),
    }),
    zero,
  );
  return {
    count: rows.length,
    net: moneyToWire(sums.net),
    vat: moneyToWire(sums.vat),
    gross: moneyToWire(sums.gross),
    open: moneyToWire(sums.open),
  };
}
