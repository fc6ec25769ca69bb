export {
  type ChargedInvoice,
  type ChargedPoint,
  copyInvoices,
  type InvoiceLine,
  type InvoiceRows,
  invoiceRowMaker,
  listQuantitiesInForce,
  type QuantityRevision,
  reactivePaymentsFrom,
} from './write-invoices.ts';
