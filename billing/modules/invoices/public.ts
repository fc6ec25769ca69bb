export {
  type ChargedInvoice,
  type ChargedPoint,
  copyInvoices,
  type InvoiceLine,
  type InvoiceRows,
  invoiceRowMaker,
  reactivePaymentsFrom,
} from './write-invoices.ts';
