import * as z from 'zod/mini';
import { defineCall, fileTypes, signedInput, success } from './define-call.ts';
import { accountNumberField, exportFormatField } from './fields.ts';
import { periodField, yearField } from './values/dates.ts';
import { feedInListFields } from './values/feed-in.ts';

export const listFeedIn = defineCall({
  path: '/api/feed-in/list',
  summary: 'The green tariff of an account: the monthly acts of a year (default: the newest), newest first.',
  audience: 'customer',
  area: 'money',
  accountField: 'account',
  input: signedInput({ account: accountNumberField, year: z.optional(yearField) }),
  output: success(feedInListFields),
  failures: ['common.notFound', 'common.serviceDown'],
});

export const feedInPdf = defineCall({
  path: '/api/feed-in/pdf',
  summary: 'The act of a month of the green tariff as a PDF.',
  audience: 'customer',
  area: 'money',
  accountField: 'account',
  file: fileTypes.pdf,
  input: signedInput({ account: accountNumberField, period: periodField }),
  output: z.any(),
  failures: ['common.notFound', 'common.serviceDown'],
});

export const exportFeedIn = defineCall({
  path: '/api/feed-in/export',
  summary: 'The monthly acts of a year of the green tariff as a table to keep.',
  audience: 'customer',
  area: 'money',
  accountField: 'account',
  file: [fileTypes.xlsx, fileTypes.csv],
  input: signedInput({
    account: accountNumberField,
    year: z.optional(yearField),
    format: exportFormatField,
  }),
  output: z.any(),
  failures: ['common.notFound', 'common.serviceDown'],
});
