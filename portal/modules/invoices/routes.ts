import type { ModuleInput, ModuleResult } from '#billing/api/define-module.ts';
import { INVOICE_GET, INVOICE_LIST, INVOICE_PDF } from '#billing/api/invoices.ts';
import { getInvoice, invoiceArchive, invoicePdf, invoiceXlsx, listInvoices } from '#contract/invoices.ts';
import type { InvoiceData } from '#contract/values/invoice.ts';
import { fileNameOf } from '#domain/documents/file-names.template.ts';
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

/** The documents of an invoice one after the other: invoice, act, table. */
async function* filesOf(
  billing: Billing,
  accountNumber: string,
  invoices: readonly Pick<InvoiceData, 'period' | 'payee' | 'issuedOn'>[],
): AsyncGenerator<ZipEntry> {
  for (const { period, payee, issuedOn } of invoices) {
    const modifiedAt = kyivMidnight(localDate(issuedOn));
    const asked = { accountNumber, period, payee };
    for (const document of ['invoice', 'act'] as const) {
      const { fileName, content } = dataOf(await billing(INVOICE_PDF, { ...asked, document }));
      yield { name: fileName, content: Buffer.from(content, 'base64'), modifiedAt };
    }
    const { invoice } = dataOf(await billing(INVOICE_GET, asked));
    const { fileName, content } = await invoiceFile(invoice);
    yield { name: fileName, content, modifiedAt };
  }
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
      const listed = await billing(INVOICE_LIST, asked);
      if (!listed.ok) return relayRefusal(listed);
      const { invoices } = listed.data;
      if (invoices.length === 0) return relayRefusal({ ok: false, code: 'billing.noCharges' });
      const parts: Uint8Array[] = [];
      for await (const part of zipFiles(filesOf(billing, account, invoices))) parts.push(part);
      return sendFile(Buffer.concat(parts), `${fileNameOf('invoices', account, period)}.zip`);
    }),
  ];
}
