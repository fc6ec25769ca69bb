import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { InvoiceTotals } from '#domain/invoices/invoice.ts';
import type { PlannedPayment, PlannedVolume } from '#domain/invoices/planned-payments.ts';
import type { PricedComponent, VatBase } from '#domain/invoices/price-formula.ts';
import type { PointQuantity } from '#domain/invoices/quantities.ts';
import type { Kopiykas } from '#domain/money.ts';
import type { Price } from '#domain/price.ts';
import { addMonths, type BillingPeriod } from '#domain/time/billing-period.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { type CopyBatch, CopyBuffer } from '#platform/database/copy.ts';
import { insertFrom } from '#platform/database/insert-from.ts';
import { bool, float8, text, typedSql } from '#platform/database/typed-sql.ts';

export interface InvoiceLine {
  readonly kind: 'energy' | 'adjustment' | 'reactiveConsumed' | 'reactiveCompensation';
  readonly eicCode: string;
  readonly component: PricedComponent['kind'] | 'reactive';
  /** The month that an adjustment puts right; else the period. */
  readonly forPeriod: BillingPeriod;
  /** kWh; of reactive energy kvarh. Negative when taken back. */
  readonly quantity: number;
  readonly price: Price;
  readonly priceFrom: LocalDate | null;
  readonly source: string;
  /** D of reactive energy, millionths of a kWh per kvarh; null: of energy. */
  readonly equivalent: number | null;
  readonly amount: Kopiykas;
}

export interface ChargedInvoice extends InvoiceTotals {
  readonly payee: 'supplier' | 'operator';
  readonly base: VatBase;
  /** kWh; of reactive energy kvarh. */
  readonly quantity: number;
  /** Of the net total, what puts months before right. */
  readonly adjustmentNet: Kopiykas;
  readonly lines: readonly InvoiceLine[];
}

export interface ChargedPoint extends PointQuantity {
  readonly reactiveImportKvarh: number;
  readonly reactiveExportKvarh: number;
}

/** What a month before counted at a point, in place of what was in force. */
export interface QuantityRevision extends ChargedPoint {
  readonly period: BillingPeriod;
}

/** The invoices of an account for a period, with what they are made of. */
export interface AccountInvoices {
  readonly accountNumber: string;
  /** Number of the bill: that of the supplier's invoice. */
  readonly number: string;
  readonly dueOn: LocalDate;
  readonly points: readonly ChargedPoint[];
  /** Of the months that the adjustments are about. */
  readonly quantityRevisions: readonly QuantityRevision[];
  readonly invoices: readonly ChargedInvoice[];
  /** Of the month after the period. */
  readonly planned: readonly PlannedPayment[];
  readonly plannedVolume: PlannedVolume | null;
}

/** Rows as COPY takes them. */
export interface InvoiceRows {
  readonly invoice: Buffer;
  readonly line: Buffer;
  readonly quantity: Buffer;
  readonly quantityRevision: Buffer;
  readonly planned: Buffer;
}

/** Makes the rows of the invoices of a period; the same invoices give the same rows. */
export function invoiceRowMaker(
  period: BillingPeriod,
  issuedOn: LocalDate,
): { add(account: AccountInvoices): void; rows(): InvoiceRows } {
  const invoice = new CopyBuffer();
  const line = new CopyBuffer();
  const quantity = new CopyBuffer();
  const quantityRevision = new CopyBuffer();
  const planned = new CopyBuffer();
  const nextMonth = addMonths(period, 1);
  return {
    add({
      accountNumber,
      number,
      dueOn,
      points,
      quantityRevisions,
      invoices,
      planned: parts,
      plannedVolume,
    }) {
      const start = `${accountNumber}\t${period}\t`;
      for (const one of points) quantity.add(`${start}${one.eicCode}\t${quantityColumns(one)}\n`);
      for (const one of quantityRevisions) {
        quantityRevision.add(
          `${accountNumber}\t${one.period}\t${one.eicCode}\t${period}\t${quantityColumns(one)}\n`,
        );
      }
      for (const one of invoices) {
        const ownNumber = one.payee === 'supplier' ? number : `${number}-R`;
        invoice.add(
          `${start}${one.payee}\t${ownNumber}\t${ownNumber}\t${issuedOn}\t${dueOn}\t${one.quantity}\t${one.base}\t${one.net}\t${one.vat}\t${one.gross}\t${one.adjustmentNet}\n`,
        );
        for (const [index, row] of one.lines.entries()) {
          line.addText(
            `${start}${one.payee}\t${index + 1}\t${row.kind}\t${row.eicCode}\t${row.component}\t${row.forPeriod}\t${row.quantity}\t${row.price}\t${row.priceFrom ?? '\\N'}\t${escaped(row.source)}\t${row.amount}\t${row.equivalent ?? '\\N'}\n`,
          );
        }
      }
      for (const { partNumber, dueOn: day, amount } of parts)
        planned.add(
          `${accountNumber}\t${nextMonth}\t${partNumber}\t${day}\t${amount}\t${plannedVolume?.declaredKwh ?? '\\N'}\t${plannedVolume?.undeclaredKwh ?? '\\N'}\n`,
        );
    },
    rows: () => ({
      invoice: invoice.rows(),
      line: line.rows(),
      quantity: quantity.rows(),
      quantityRevision: quantityRevision.rows(),
      planned: planned.rows(),
    }),
  };
}

function quantityColumns(one: ChargedPoint): string {
  return `${one.meteredKwh}\t${one.lossKwh}\t${one.lossOfSubsKwh}\t${one.subKwh}\t${one.billedKwh}\t${one.reactiveImportKvarh}\t${one.reactiveExportKvarh}\t${one.isHeld ? 't' : 'f'}`;
}

/** The names of `quantityColumns`. */
const quantityNames =
  'metered_kwh, loss_kwh, sub_loss_kwh, sub_kwh, billed_kwh, reactive_import_kvarh, reactive_export_kvarh, is_held';

const quantityTarget = `account_number, period, eic_code, ${quantityNames}`;
const revisionTarget = `account_number, period, eic_code, booked_period, ${quantityNames}`;
const invoiceTarget =
  'account_number, period, payee, invoice_number, act_number, issued_on, due_on, quantity, price_base, net_kopiykas, vat_kopiykas, gross_kopiykas, adjustment_net_kopiykas';
const lineTarget =
  'account_number, period, payee, line_number, kind, eic_code, component, for_period, quantity, price_micro, price_from, source, amount_kopiykas, equivalent_micro';
const plannedTarget =
  'account_number, period, part_number, due_on, amount_kopiykas, declared_kwh, undeclared_kwh';

/** SQL that adds rows of relations to the invoices as they were made elsewhere. */
export const invoiceQuantitiesFrom = insertFrom('billing.invoice_quantity', quantityTarget);
export const quantityRevisionsFrom = insertFrom('billing.invoice_quantity_revision', revisionTarget);
export const invoicesFrom = insertFrom('billing.invoice', invoiceTarget);
export const invoiceLinesFrom = insertFrom('billing.invoice_line', lineTarget);
export const plannedPaymentsFrom = insertFrom('billing.planned_payment', plannedTarget);

/** A text in COPY's text format. */
function escaped(source: string): string {
  return source.replace(
    /[\\\t\n\r]/g,
    (one) => ({ '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' })[one] ?? '',
  );
}

/** Adds the rows to what is copied. */
export function copyInvoices(batch: CopyBatch, rows: InvoiceRows): void {
  batch.add(`billing.invoice_quantity (${quantityTarget})`, rows.quantity);
  batch.add(`billing.invoice_quantity_revision (${revisionTarget})`, rows.quantityRevision);
  batch.add(`billing.invoice (${invoiceTarget})`, rows.invoice);
  batch.add(`billing.invoice_line (${lineTarget})`, rows.line);
  batch.add(`billing.planned_payment (${plannedTarget})`, rows.planned);
}

/**
 * What points of accounts counted in months before the period, from a month of the account on, as the invoices so far bill it:
 * with all adjustments.
 */
export async function listQuantitiesInForce(
  db: BillingDatabase,
  period: BillingPeriod,
  accounts: readonly { readonly accountNumber: string; readonly since: BillingPeriod }[],
): Promise<(QuantityRevision & { readonly accountNumber: string })[]> {
  const { rows } = await typedSql({
    accountNumber: text(),
    period: text<BillingPeriod>(),
    eicCode: text(),
    meteredKwh: float8(),
    lossKwh: float8(),
    lossOfSubsKwh: float8(),
    subKwh: float8(),
    billedKwh: float8(),
    reactiveImportKvarh: float8(),
    reactiveExportKvarh: float8(),
    isHeld: bool(),
  })`
    with wanted as (
      select * from unnest(${accounts.map(({ accountNumber }) => accountNumber)}::text[],
        ${accounts.map(({ since }) => since)}::char(7)[]) as w (account_number, since)
    )
    select distinct on (q.account_number, q.period, q.eic_code) q.account_number as "accountNumber", q.period,
      q.eic_code as "eicCode", q.metered_kwh::float8 as "meteredKwh", q.loss_kwh::float8 as "lossKwh",
      q.sub_loss_kwh::float8 as "lossOfSubsKwh", q.sub_kwh::float8 as "subKwh", q.billed_kwh::float8 as "billedKwh",
      q.reactive_import_kvarh::float8 as "reactiveImportKvarh",
      q.reactive_export_kvarh::float8 as "reactiveExportKvarh", q.is_held as "isHeld"
    from (
      select account_number, period, eic_code, '' as booked_period, ${sql.raw(quantityNames)}
      from billing.invoice_quantity join wanted using (account_number) where period >= since and period < ${period}
      union all
      select account_number, period, eic_code, booked_period, ${sql.raw(quantityNames)}
      from billing.invoice_quantity_revision join wanted using (account_number)
      where period >= since and period < ${period}
    ) q
    order by q.account_number, q.period, q.eic_code, q.booked_period desc`.execute(db);
  return rows;
}

/** SQL that adds what a relation says was paid to operators for reactive energy; those that are there stay. */
export const reactivePaymentsFrom = insertFrom(
  'billing.reactive_payment',
  'account_number, reference, paid_on, amount_kopiykas',
  'on conflict do nothing',
);
