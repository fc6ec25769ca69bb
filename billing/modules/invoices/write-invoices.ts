import type pg from 'pg';
import type { InvoiceTotals } from '#domain/invoices/invoice.ts';
import type { PlannedPayment } from '#domain/invoices/planned-payments.ts';
import type { PricedComponent, VatBase } from '#domain/invoices/price-formula.ts';
import type { PointQuantity } from '#domain/invoices/quantities.ts';
import type { Kopiykas } from '#domain/money.ts';
import type { Price } from '#domain/price.ts';
import { addMonths, type BillingPeriod } from '#domain/time/billing-period.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { CopyBuffer, copyRows } from '#platform/database/copy.ts';
import { insertFrom } from '#platform/database/insert-from.ts';

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

/** The invoices of an account for a period, with what they are made of. */
export interface AccountInvoices {
  readonly accountNumber: string;
  /** Number of the bill: that of the supplier's invoice. */
  readonly number: string;
  readonly dueOn: LocalDate;
  readonly points: readonly ChargedPoint[];
  readonly invoices: readonly ChargedInvoice[];
  /** Of the month after the period. */
  readonly planned: readonly PlannedPayment[];
}

/** Rows as COPY takes them. */
export interface InvoiceRows {
  readonly invoice: Buffer;
  readonly line: Buffer;
  readonly quantity: Buffer;
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
  const planned = new CopyBuffer();
  const nextMonth = addMonths(period, 1);
  return {
    add({ accountNumber, number, dueOn, points, invoices, planned: parts }) {
      const start = `${accountNumber}\t${period}\t`;
      for (const one of points) {
        quantity.add(
          `${start}${one.eicCode}\t${one.meteredKwh}\t${one.lossKwh}\t${one.lossOfSubsKwh}\t${one.subKwh}\t${one.billedKwh}\t${one.reactiveImportKvarh}\t${one.reactiveExportKvarh}\t${one.isHeld ? 't' : 'f'}\n`,
        );
      }
      for (const one of invoices) {
        const ownNumber = one.payee === 'supplier' ? number : `${number}-R`;
        invoice.add(
          `${start}${one.payee}\t${ownNumber}\t${ownNumber}\t${issuedOn}\t${dueOn}\t${one.quantity}\t${one.base}\t${one.net}\t${one.vat}\t${one.gross}\t${one.adjustmentNet}\n`,
        );
        for (const [index, row] of one.lines.entries()) {
          line.addText(
            `${start}${one.payee}\t${index + 1}\t${row.kind}\t${row.eicCode}\t${row.component}\t${row.forPeriod}\t${row.quantity}\t${row.price}\t${row.priceFrom ?? '\\N'}\t${escaped(row.source)}\t${row.amount}\n`,
          );
        }
      }
      for (const { partNumber, dueOn: day, amount } of parts)
        planned.add(`${accountNumber}\t${nextMonth}\t${partNumber}\t${day}\t${amount}\n`);
    },
    rows: () => ({
      invoice: invoice.rows(),
      line: line.rows(),
      quantity: quantity.rows(),
      planned: planned.rows(),
    }),
  };
}

/** A text in COPY's text format. */
function escaped(source: string): string {
  return source.replace(
    /[\\\t\n\r]/g,
    (one) => ({ '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' })[one] ?? '',
  );
}

/** Writes the rows in the client's transaction. */
export async function copyInvoices(client: pg.ClientBase, rows: InvoiceRows): Promise<void> {
  await copyRows(
    client,
    'billing.invoice_quantity (account_number, period, eic_code, metered_kwh, loss_kwh, sub_loss_kwh, sub_kwh, billed_kwh, reactive_import_kvarh, reactive_export_kvarh, is_held)',
    rows.quantity,
  );
  await copyRows(
    client,
    'billing.invoice (account_number, period, payee, invoice_number, act_number, issued_on, due_on, quantity, price_base, net_kopiykas, vat_kopiykas, gross_kopiykas, adjustment_net_kopiykas)',
    rows.invoice,
  );
  await copyRows(
    client,
    'billing.invoice_line (account_number, period, payee, line_number, kind, eic_code, component, for_period, quantity, price_micro, price_from, source, amount_kopiykas)',
    rows.line,
  );
  await copyRows(
    client,
    'billing.planned_payment (account_number, period, part_number, due_on, amount_kopiykas)',
    rows.planned,
  );
}

/** SQL that adds what a relation says was paid to operators for reactive energy; those that are there stay. */
export const reactivePaymentsFrom = insertFrom(
  'billing.reactive_payment',
  'account_number, reference, paid_on, amount_kopiykas',
  'on conflict do nothing',
);
