import * as z from 'zod/mini';
import { actStates } from '#domain/invoices/acceptance-act.ts';
import { defineCall, fileTypes, signedInput, success } from './define-call.ts';
import { accountNumberField, exportFormatField, requestIdField, textField } from './fields.ts';
import { dateField, instantField, periodField, yearField } from './values/dates.ts';
import { invoiceStates, payeeField } from './values/invoice.ts';
import { moneyField } from './values/money.ts';
import { registrationStates, taxInvoiceFormatField, taxInvoiceSchema } from './values/tax-invoice.ts';
import { minText } from './values/text-length.ts';

/** An objection to an act of acceptance, and the answer to it. */
export const objectionSchema = z.object({
  reason: z.string(),
  /** Name of who objected; '' when it is not known. */
  by: z.string(),
  objectedAt: instantField,
  /** null: it waits. */
  answer: z.nullable(z.string()),
  answeredAt: z.nullable(instantField),
});

const documentKindField = z.enum(['invoice', 'act', 'taxInvoice']);

/** An invoice, its act of acceptance or a tax invoice. */
const paymentDocumentSchema = z.object({
  /** Names it in the list and in the address. */
  key: z.string(),
  kind: documentKindField,
  period: periodField,
  payee: payeeField,
  payeeName: z.string(),
  number: z.string(),
  issuedOn: dateField,
  net: moneyField,
  vat: moneyField,
  gross: moneyField,
  state: z.enum([...invoiceStates, ...actStates, ...registrationStates]),
  /** Of an invoice. */
  invoice: z.nullable(z.object({ dueOn: dateField, open: moneyField })),
  /** Of an act. */
  act: z.nullable(
    z.object({
      /** Day on which it counts as accepted without a word; null: the contract does not say. */
      acceptedOn: z.nullable(dateField),
      waitsForSignature: z.boolean(),
      canObject: z.boolean(),
      objection: z.nullable(objectionSchema),
    }),
  ),
  taxInvoice: z.nullable(taxInvoiceSchema),
});
export type PaymentDocument = z.infer<typeof paymentDocumentSchema>;

/** What a filter of states finds. */
export const documentStateChoices = {
  unpaid: ['unpaid', 'partlyPaid', 'overdue'],
  paid: ['paid'],
  toSign: ['made', 'sent', 'signedBySupplier', 'answered'],
  signed: ['signedByCustomer', 'signedByBoth', 'accepted'],
  objected: ['objected'],
  registered: ['registered'],
  unregistered: ['unregistered', 'sent', 'stopped', 'rejected'],
} as const;

const filterFields = {
  /** One month, or the months of a year. */
  period: z.optional(periodField),
  year: z.optional(yearField),
  kind: z.optional(documentKindField),
  state: z.optional(z.enum(['unpaid', 'paid', 'toSign', 'signed', 'objected', 'registered', 'unregistered'])),
};

const sumSchema = z.object({ count: z.number(), gross: moneyField, vat: moneyField });

export const listPaymentDocuments = defineCall({
  path: '/api/payment-documents/list',
  summary:
    'Invoices, acts of acceptance with their states and tax invoices of an account, newest month first, with totals by kind.',
  audience: 'entity',
  area: 'documents',
  accountField: 'account',
  input: signedInput({ account: accountNumberField, ...filterFields }),
  output: success({
    documents: z.array(paymentDocumentSchema),
    /** Of the filter. */
    totals: z.object({ invoice: sumSchema, act: sumSchema, taxInvoice: sumSchema }),
    /** Acts of the account that wait for the signature of the company, whatever the filter. */
    actsToSign: z.number(),
  }),
  failures: ['common.notFound'],
});

export const exportPaymentDocuments = defineCall({
  path: '/api/payment-documents/export',
  summary: 'The same documents as a table.',
  audience: 'entity',
  area: 'documents',
  accountField: 'account',
  file: [fileTypes.xlsx, fileTypes.csv],
  input: signedInput({ account: accountNumberField, ...filterFields, format: exportFormatField }),
  output: z.any(),
  failures: ['common.notFound'],
});

export const taxInvoiceFile = defineCall({
  path: '/api/payment-documents/tax-invoice',
  summary: 'A tax invoice as a PDF, or as XML for accounting programs.',
  audience: 'entity',
  area: 'documents',
  accountField: 'account',
  file: [fileTypes.pdf, fileTypes.xml],
  input: signedInput({
    account: accountNumberField,
    number: textField(30),
    issuedOn: dateField,
    format: taxInvoiceFormatField,
  }),
  output: z.any(),
  failures: ['common.notFound'],
});

/** Longest reason of an objection, and longest answer. */
export const maxObjectionLength = 1000;

export const objectToAct = defineCall({
  path: '/api/payment-documents/object',
  summary: 'Keeps an objection to an act of acceptance with its reason; the supplier answers it.',
  audience: 'entity',
  area: 'documents',
  accountField: 'account',
  changes: true,
  input: signedInput({
    account: accountNumberField,
    period: periodField,
    payee: payeeField,
    reason: textField(maxObjectionLength).check(minText(3)),
    requestId: requestIdField,
  }),
  output: success({ document: paymentDocumentSchema, message: z.string() }),
  failures: ['documents.actClosed', 'common.requestReused', 'common.notFound'],
});
