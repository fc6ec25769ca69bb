import type { ModuleInput, ModuleResult } from '#billing/api/define-module.ts';
import { INVOICE_GET, INVOICE_LIST, INVOICE_PDF } from '#billing/api/invoices.ts';
import { TAX_INVOICE_FILE, TAX_INVOICE_LIST } from '#billing/api/tax-invoices.ts';
import { getInvoice, invoiceArchive, invoicePdf, invoiceXlsx, listInvoices } from '#contract/invoices.ts';
import type { InvoiceData } from '#contract/values/invoice.ts';
import type { TaxInvoice } from '#contract/values/tax-invoice.ts';
import { exchangeName, fileNameOf } from '#domain/documents/file-names.template.ts';
import { kyivMidnight } from '#domain/time/kyiv.ts';
import { localDate } from '#domain/time/local-date.ts';
import { type TableFile, tableFile } from '#platform/tables/table-file.ts';
import { type ZipEntry, zipFiles } from '#platform/zip/zip-files.ts';
import { failFields, relay, relayRefusal, sendFile } from '#portal/http/call-result.ts';
import { cursorPart, readCursor, writeCursor } from '#portal/http/page-cursor.ts';
import { type RequestContext, type Route, route } from '#portal/http/route.ts';
import { invoiceLinesTable, invoicePointsTable } from './invoice-table.template.ts';

const pageRows = 50;
/** Of a month there are two. */
const maxOfMonth = 10;

type Place = NonNullable<ModuleInput<typeof INVOICE_LIST>['after']>;
type Billing = RequestContext['billing'];

/** The place that a cursor says; undefined when it is none of ours. */
function placeOfInvoice(cursor: string): Place | undefined {
  const parts = readCursor(cursor, [cursorPart.text, cursorPart.text]);
  const payee = parts?.[1];
  return parts && (payee === 'supplier' || payee === 'operator') ? { period: parts[0], payee } : undefined;
}

/** The lines and points of an invoice as a workbook. */
function invoiceFile(invoice: InvoiceData): Promise<TableFile> {
  const name = fileNameOf('invoice', invoice.number).replace(/[\\/:*?"<>|]/g, '-');
  return tableFile('xlsx', name, [invoiceLinesTable(invoice), invoicePointsTable(invoice)]);
}

/** The documents of a month one after the other: of each invoice itself, its act and table; then tax invoices. */
export async function* filesOf(
  billing: Billing,
  accountNumber: string,
  { period, invoices, taxInvoices, isActFrozen = false }: MonthDocuments,
): AsyncGenerator<ZipEntry> {
  for (const { payee } of invoices) {
    const asked = { accountNumber, period, payee };
    const { invoice } = dataOf(await billing(INVOICE_GET, asked));
    const { issuedOn, customer, seller } = invoice;
    const parties = { own: customer.edrpou || accountNumber, other: seller.edrpou };
    const modifiedAt = kyivMidnight(localDate(issuedOn));
    for (const document of ['invoice', 'act'] as const) {
      if (document === 'act' && payee === 'supplier' && isActFrozen) continue;
      const { content } = dataOf(await billing(INVOICE_PDF, { ...asked, document }));
      const name =
        document === 'invoice'
          ? exchangeName('invoice', { ...parties, on: issuedOn, number: invoice.number })
          : exchangeName('acceptanceAct', { ...parties, on: issuedOn, number: invoice.actNumber });
      yield { name: `${name}.pdf`, content: Buffer.from(content, 'base64'), modifiedAt };
    }
    const { content } = await invoiceFile(invoice);
    const name = exchangeName('lines', { ...parties, on: issuedOn, number: invoice.number });
    yield { name: `${name}.xlsx`, content, modifiedAt };
    // Tax invoices are of the supplier, whose invoice comes first.
    if (payee === 'supplier') yield* taxInvoiceFiles(billing, accountNumber, taxInvoices, parties);
  }
}

async function* taxInvoiceFiles(
  billing: Billing,
  accountNumber: string,
  taxInvoices: readonly TaxInvoice[],
  parties: { readonly own: string; readonly other: string },
): AsyncGenerator<ZipEntry> {
  for (const { number, issuedOn, kind } of taxInvoices)
    for (const format of ['pdf', 'xml'] as const) {
      const asked = { accountNumber, number, issuedOn, format };
      const { content } = dataOf(await billing(TAX_INVOICE_FILE, asked));
      const type = kind === 'invoice' ? 'taxInvoice' : 'taxAdjustment';
      const name = exchangeName(type, { ...parties, on: issuedOn, number });
      const modifiedAt = kyivMidnight(localDate(issuedOn));
      yield { name: `${name}.${format}`, content: Buffer.from(content, 'base64'), modifiedAt };
    }
}

interface MonthDocuments {
  readonly period: string;
  /** That of the supplier first. */
  readonly invoices: readonly Pick<InvoiceData, 'payee'>[];
  readonly taxInvoices: readonly TaxInvoice[];
  /** Whether the act of the supplier is left out: its frozen bytes are in the archive. */
  readonly isActFrozen?: boolean;
}

/** @throws Error when an invoice of the list is refused: the archive would lack it. */
function dataOf<Data>(result: ModuleResult<Data>): Data {
  if (!result.ok) throw new Error(`a document of an archive was refused: ${result.code}`);
  return result.data;
}

/** Invoices of legal entities: list, one, its documents, all of a month. */
export function invoiceRoutes(): Route[] {
  return [
    route(listInvoices, async ({ account, from, to, cursor }, { billing }) => {
      const after = cursor === undefined ? undefined : placeOfInvoice(cursor);
      if (cursor !== undefined && after === undefined)
        return failFields([{ path: 'cursor', code: 'field.invalid' }]);
      const asked = { accountNumber: account, from, to, after, limit: pageRows };
      return relay(await billing(INVOICE_LIST, asked), ({ invoices, hasMore, totals }) => {
        const last = invoices.at(-1);
        return { invoices, next: hasMore && last ? writeCursor([last.period, last.payee]) : null, totals };
      });
    }),

    route(getInvoice, async ({ account, period, payee }, { billing }) =>
      relay(await billing(INVOICE_GET, { accountNumber: account, period, payee }), (found) => found),
    ),

    route(invoicePdf, async ({ account, ...asked }, { billing }) => {
      const result = await billing(INVOICE_PDF, { accountNumber: account, ...asked });
      if (!result.ok) return relayRefusal(result);
      return sendFile(Buffer.from(result.data.content, 'base64'), result.data.fileName);
    }),

    route(invoiceXlsx, async ({ account, period, payee }, { billing }) => {
      const result = await billing(INVOICE_GET, { accountNumber: account, period, payee });
      if (!result.ok) return relayRefusal(result);
      const file = await invoiceFile(result.data.invoice);
      return sendFile(file.content, file.fileName);
    }),

    route(invoiceArchive, async ({ account, period }, { billing }) => {
      const asked = { accountNumber: account, from: period, to: period, limit: maxOfMonth };
      const [listed, taxed] = await Promise.all([
        billing(INVOICE_LIST, asked),
        billing(TAX_INVOICE_LIST, { accountNumber: account, from: period, to: period }),
      ]);
      if (!listed.ok) return relayRefusal(listed);
      if (!taxed.ok) return relayRefusal(taxed);
      const { invoices } = listed.data;
      if (invoices.length === 0) return relayRefusal({ ok: false, code: 'billing.noCharges' });
      const month = { period, invoices, taxInvoices: taxed.data.taxInvoices };
      const parts: Uint8Array[] = [];
      for await (const part of zipFiles(filesOf(billing, account, month))) parts.push(part);
      return sendFile(Buffer.concat(parts), `${fileNameOf('invoices', account, period)}.zip`);
    }),
  ];
}
