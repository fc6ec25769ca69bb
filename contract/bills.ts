import * as z from 'zod/mini';
import { defineCall, signedInput, success } from './define-call.ts';
import { accountNumberField } from './fields.ts';
import { billExplanationFields, billSchema, billSummarySchema, comparedWithField } from './values/bill.ts';
import { periodField } from './values/dates.ts';
import { moneyField } from './values/money.ts';

export const listBills = defineCall({
  path: '/api/bills/list',
  summary: 'What is due for energy now, and the bills of an account, newest first.',
  audience: 'customer',
  area: 'money',
  accountField: 'account',
  input: signedInput({ account: accountNumberField }),
  output: success({ due: moneyField, bills: z.array(billSummarySchema) }),
  failures: ['common.notFound', 'common.serviceDown'],
});

export const getBill = defineCall({
  path: '/api/bills/get',
  summary: 'A bill of one period with everything that explains it.',
  audience: 'customer',
  area: 'money',
  accountField: 'account',
  input: signedInput({ account: accountNumberField, period: periodField }),
  output: success({ bill: billSchema }),
  failures: ['billing.noCharges', 'common.notFound', 'billing.invoiceByCallCentre'],
});

export const billPdf = defineCall({
  path: '/api/bills/pdf',
  summary: 'The bill as a PDF with the QR code of the National Bank.',
  audience: 'customer',
  area: 'money',
  accountField: 'account',
  file: 'application/pdf',
  input: signedInput({ account: accountNumberField, period: periodField }),
  output: z.any(),
  failures: ['billing.noCharges', 'common.notFound', 'billing.invoiceByCallCentre'],
});

export const explainBill = defineCall({
  path: '/api/bills/explain',
  summary:
    'Why a bill differs from the one before or from that of a year ago: parts that add up to the difference.',
  audience: 'customer',
  area: 'money',
  accountField: 'account',
  input: signedInput({
    account: accountNumberField,
    period: periodField,
    against: comparedWithField,
  }),
  output: success(billExplanationFields),
  failures: ['billing.noCharges', 'billing.noComparison', 'common.notFound', 'billing.invoiceByCallCentre'],
});
