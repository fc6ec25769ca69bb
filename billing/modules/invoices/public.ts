export {
  type AccountInvoices,
  type ChargedInvoice,
  type ChargedPoint,
  copyInvoices,
  type InvoiceLine,
  type InvoiceRows,
  invoiceRowMaker,
} from './write-invoices.ts';
