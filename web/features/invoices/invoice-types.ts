import type { OutputOf } from '#contract/define-call.ts';
import type { getInvoice, listInvoices } from '#contract/invoices.ts';
import type { SearchOf } from '#contract/page-search.ts';
import type { invoiceSearch } from '#contract/pages.ts';

export type InvoiceSummary = OutputOf<typeof listInvoices>['invoices'][number];

/** Names an invoice of the account. */
export type InvoiceKey = Pick<InvoiceSummary, 'period' | 'payee'>;

export type Invoice = OutputOf<typeof getInvoice>['invoice'];

/** The filter of the points; it is in the address. */
export type PointFilter = Pick<SearchOf<typeof invoiceSearch>, 'q' | 'points'>;
