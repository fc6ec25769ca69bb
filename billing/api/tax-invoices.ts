import * as z from 'zod/mini';
import { taxInvoiceFormatField, taxInvoiceSchema } from '#contract/values/tax-invoice.ts';
import { defineModule } from './define-module.ts';

export const TAX_INVOICE_LIST = defineModule({
  name: 'TAX_INVOICE_LIST',
  summary:
    'Tax invoices of an account with their adjustments and states in the unified register, newest first.',
  accountField: 'accountNumber',
  /** Months of the supply, both included. */
  input: z.object({
    accountNumber: z.string(),
    from: z.optional(z.string()),
    to: z.optional(z.string()),
  }),
  output: z.object({ taxInvoices: z.array(taxInvoiceSchema) }),
  failures: ['common.notFound'],
});

export const TAX_INVOICE_FILE = defineModule({
  name: 'TAX_INVOICE_FILE',
  summary: 'A tax invoice as a PDF, or as XML for accounting programs.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    number: z.string(),
    issuedOn: z.string(),
    format: taxInvoiceFormatField,
  }),
  output: z.object({
    fileName: z.string(),
    /** Base64. */
    content: z.string(),
  }),
  failures: ['common.notFound'],
});
