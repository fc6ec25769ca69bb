import * as z from 'zod/mini';
import { dateField, periodField } from '#contract/values/dates.ts';
import {
  invoiceDocumentField,
  invoiceFilterFields,
  invoiceSchema,
  invoiceSummarySchema,
  invoiceTotalsSchema,
  payeeField,
} from '#contract/values/invoice.ts';
import { defineModule } from './define-module.ts';

const oneInvoice = { accountNumber: z.string(), period: z.string(), payee: payeeField };
const refusals = ['common.notFound', 'billing.noCharges'];

export const INVOICE_LIST = defineModule({
  name: 'INVOICE_LIST',
  summary:
    'Invoices of an account with what of each is due now, newest first, that of the supplier before that of the operator.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    ...invoiceFilterFields,
    limit: z.int().check(z.gte(1), z.lte(1000)),
    /** The last invoice of the previous page. */
    after: z.optional(z.object({ period: z.string(), payee: payeeField })),
  }),
  output: z.object({
    invoices: z.array(invoiceSummarySchema),
    hasMore: z.boolean(),
    totals: invoiceTotalsSchema,
  }),
  failures: ['common.notFound'],
});

export const INVOICE_ACTS_TO_SIGN = defineModule({
  name: 'INVOICE_ACTS_TO_SIGN',
  summary:
    "The supplier's acts of acceptance of these accounts that are exchanged with signatures, oldest first.",
  input: z.object({ accountNumbers: z.array(z.string()).check(z.maxLength(5000)) }),
  output: z.object({
    acts: z.array(
      z.object({
        accountNumber: z.string(),
        period: periodField,
        issuedOn: dateField,
        /** null: the contract does not say when silence is acceptance. */
        silentAcceptanceDays: z.nullable(z.number()),
      }),
    ),
  }),
  failures: [],
});

export const INVOICE_GET = defineModule({
  name: 'INVOICE_GET',
  summary: 'An invoice of a month with its quantities, lines, parties and payment code.',
  accountField: 'accountNumber',
  input: z.object(oneInvoice),
  output: z.object({ invoice: invoiceSchema }),
  failures: refusals,
});

export const INVOICE_PDF = defineModule({
  name: 'INVOICE_PDF',
  summary: 'An invoice of a month, or its act of acceptance, as a PDF.',
  accountField: 'accountNumber',
  input: z.object({ ...oneInvoice, document: invoiceDocumentField }),
  output: z.object({
    fileName: z.string(),
    /** PDF, base64. */
    content: z.string(),
  }),
  failures: refusals,
});
