import * as z from 'zod/mini';
import { defineCall, fileTypes, signedInput, success } from './define-call.ts';
import { accountNumberField, cursorField } from './fields.ts';
import { periodField } from './values/dates.ts';
import {
  invoiceDocumentField,
  invoiceFilterFields,
  invoiceSchema,
  invoiceSummarySchema,
  invoiceTotalsSchema,
  payeeField,
} from './values/invoice.ts';

const oneInvoice = { account: accountNumberField, period: periodField, payee: payeeField };

export const listInvoices = defineCall({
  path: '/api/invoices/list',
  summary:
    'Invoices of an account of a legal entity with what of each is due now, newest first, in parts: `next` is the cursor of the following one.',
  audience: 'entity',
  area: 'money',
  accountField: 'account',
  input: signedInput({
    account: accountNumberField,
    ...invoiceFilterFields,
    cursor: z.optional(cursorField),
  }),
  output: success({
    invoices: z.array(invoiceSummarySchema),
    next: z.nullable(cursorField),
    totals: invoiceTotalsSchema,
  }),
  failures: ['common.notFound'],
});

export const getInvoice = defineCall({
  path: '/api/invoices/get',
  summary:
    'An invoice of a month with quantities of each point, lines with the source of each price, and how to pay.',
  audience: 'entity',
  area: 'money',
  accountField: 'account',
  input: signedInput(oneInvoice),
  output: success({ invoice: invoiceSchema }),
  failures: ['billing.noCharges', 'common.notFound'],
});

export const invoicePdf = defineCall({
  path: '/api/invoices/pdf',
  summary: 'The invoice with the QR code of the National Bank, or its act of acceptance, as a PDF.',
  audience: 'entity',
  area: 'money',
  accountField: 'account',
  file: fileTypes.pdf,
  input: signedInput({ ...oneInvoice, document: invoiceDocumentField }),
  output: z.any(),
  failures: ['billing.noCharges', 'common.notFound'],
});

export const invoiceXlsx = defineCall({
  path: '/api/invoices/xlsx',
  summary:
    'The lines of an invoice as a table for accounting programs: one row of titles, one row for each line.',
  audience: 'entity',
  area: 'money',
  accountField: 'account',
  file: fileTypes.xlsx,
  input: signedInput(oneInvoice),
  output: z.any(),
  failures: ['billing.noCharges', 'common.notFound'],
});

export const invoiceArchive = defineCall({
  path: '/api/invoices/archive',
  summary:
    'All invoices, acts and tax invoices of a month with tables as a ZIP archive, named as exchange systems name them.',
  audience: 'entity',
  area: 'money',
  accountField: 'account',
  file: fileTypes.zip,
  input: signedInput({ account: accountNumberField, period: periodField }),
  output: z.any(),
  failures: ['billing.noCharges', 'common.notFound'],
});
