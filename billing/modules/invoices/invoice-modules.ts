import { answer, refuse } from '#billing/api/define-module.ts';
import { INVOICE_ACTS_TO_SIGN, INVOICE_GET, INVOICE_LIST, INVOICE_PDF } from '#billing/api/invoices.ts';
import { handleModule } from '#billing/module-handler.ts';
import { cachedSupplier } from '#billing/modules/supplier/public.ts';
import { fileNameOf } from '#domain/documents/file-names.template.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { drawnByWorker } from '#platform/workers/worker-pool.ts';
import type { createInvoiceDocument } from './document/invoice-document.ts';
import { findDebts, invoiceSummary, invoiceTotals, loadInvoice } from './load-invoice.ts';
import { listActsToSign, listInvoices } from './read-invoices.ts';

const drawInvoiceDocument = drawnByWorker<typeof createInvoiceDocument>(
  new URL('./document/invoice-document.ts', import.meta.url).href,
  'createInvoiceDocument',
);

/** INVOICE_LIST: newest first; the totals are of the whole filter. */
export const handleInvoiceList = handleModule(
  INVOICE_LIST,
  ({ db, clock }) =>
    async ({ limit, after, ...filter }) => {
      const today = kyivDateOf(clock.now());
      const [supplier, debts, rows] = await Promise.all([
        cachedSupplier(db),
        findDebts(db, filter.accountNumber, today),
        listInvoices(db, filter),
      ]);
      if (supplier === undefined || debts === undefined) return refuse('common.notFound');
      const isAfter = (row: { period: string; payee: string }) =>
        after === undefined ||
        row.period < after.period ||
        (row.period === after.period && row.payee < after.payee);
      const rest = rows.filter(isAfter);
      return answer({
        invoices: rest.slice(0, limit).map((row) => invoiceSummary(row, debts, supplier.name, today)),
        hasMore: rest.length > limit,
        totals: invoiceTotals(rows, debts),
      });
    },
);

/** INVOICE_ACTS_TO_SIGN: for any number of accounts in one statement. */
export const handleInvoiceActsToSign = handleModule(
  INVOICE_ACTS_TO_SIGN,
  ({ db }) =>
    async ({ accountNumbers }) => {
      const acts = await listActsToSign(db, accountNumbers);
      return answer({ acts: [...acts] });
    },
);

/** INVOICE_GET: the same figures as on paper (facts of entities §2). */
export const handleInvoiceGet = handleModule(
  INVOICE_GET,
  ({ db, clock }) =>
    async ({ accountNumber, period, payee }) => {
      const place = { period: billingPeriod(period), payee };
      const result = await loadInvoice(db, accountNumber, place, kyivDateOf(clock.now()));
      return result.ok ? answer({ invoice: result.data }) : result;
    },
);

/** INVOICE_PDF: the figures of INVOICE_GET as an invoice or as an act of acceptance. */
export const handleInvoicePdf = handleModule(
  INVOICE_PDF,
  ({ db, clock }) =>
    async ({ accountNumber, period, payee, document }) => {
      const place = { period: billingPeriod(period), payee };
      const result = await loadInvoice(db, accountNumber, place, kyivDateOf(clock.now()));
      if (!result.ok) return result;
      const drawn = await drawInvoiceDocument(result.data, document);
      const { number, actNumber } = result.data;
      const name =
        document === 'invoice' ? fileNameOf('invoice', number) : fileNameOf('acceptanceAct', actNumber);
      return answer({
        fileName: `${name.replace(/[\\/:*?"<>|]/g, '-')}.pdf`,
        content: drawn.toString('base64'),
      });
    },
);
