import * as z from 'zod/mini';
import { defineCall, fileTypes, signedInput, success } from './define-call.ts';
import { accountNumberField, exportFormatField } from './fields.ts';
import { yearField } from './values/dates.ts';
import { subscriberBookSchema } from './values/subscriber-book.ts';

export const getSubscriberBook = defineCall({
  path: '/api/sub-book/get',
  summary: "A year of the subscriber's book, month by month; without a year the latest with a closed month.",
  audience: 'person',
  accountField: 'account',
  input: signedInput({ account: accountNumberField, year: z.optional(yearField) }),
  output: success(subscriberBookSchema.shape),
  failures: ['common.notFound', 'billing.noCharges'],
});

export const subscriberBookPdf = defineCall({
  path: '/api/sub-book/pdf',
  summary: "A year of the subscriber's book as a PDF on A4.",
  audience: 'person',
  accountField: 'account',
  file: fileTypes.pdf,
  input: signedInput({ account: accountNumberField, year: yearField }),
  output: z.any(),
  failures: ['common.notFound', 'billing.noCharges'],
});

export const exportSubscriberBook = defineCall({
  path: '/api/sub-book/export',
  summary: "A year of the subscriber's book as a workbook, or as CSV with a line for each register.",
  audience: 'person',
  accountField: 'account',
  file: [fileTypes.xlsx, fileTypes.csv],
  input: signedInput({ account: accountNumberField, year: yearField, format: exportFormatField }),
  output: z.any(),
  failures: ['common.notFound', 'billing.noCharges'],
});
