export { reactivePaymentsFrom } from './invoice-store.ts';
export {
  type ChargedInvoice,
  type ChargedPoint,
  copyInvoices,
  type InvoiceLine,
  type InvoiceRows,
  invoiceRowMaker,
} from './write-invoices.ts';
