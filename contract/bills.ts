import * as z from 'zod/mini';
import { defineCall, signedInput, success } from './define-call.ts';
import { accountNumberField, dateField, moneyField, periodField } from './fields.ts';
import { chargeLineSchema } from './readings.ts';

export const billSummarySchema = z.object({
  period: periodField,
  number: z.string(),
  issuedOn: dateField,
  dueOn: dateField,
  kwh: z.number(),
  charged: moneyField,
  toPay: moneyField,
  isEstimated: z.boolean(),
});

export const billSchema = z.object({
  ...billSummarySchema.shape,
  supplier: z.object({
    name: z.string(),
    edrpou: z.string(),
    iban: z.string(),
    bank: z.string(),
    address: z.string(),
    phones: z.array(z.string()),
    email: z.string(),
  }),
  customer: z.object({
    name: z.string(),
    account: accountNumberField,
    address: z.string(),
    contractNumber: z.string(),
    contractDate: dateField,
    consumerEic: z.string(),
    /** Printed on the bill; adds the object to a cabinet. */
    objectCode: z.string(),
    tariff: z.string(),
  }),
  meters: z.array(
    z.object({
      serialNumber: z.string(),
      meterType: z.string(),
      eic: z.string(),
      zone: z.string(),
      digitCapacity: z.number(),
      coefficient: z.number(),
      previousValue: z.number(),
      currentValue: z.number(),
      kwh: z.number(),
      basis: z.enum(['actual', 'brought', 'estimated']),
    }),
  ),
  lines: z.array(chargeLineSchema),
  opening: moneyField,
  recalculated: moneyField,
  paid: moneyField,
  payments: z.array(z.object({ date: dateField, sum: moneyField, provider: z.string() })),
  closing: moneyField,
  vat: moneyField,
  history: z.array(z.object({ period: periodField, kwh: z.number(), lastYearKwh: z.nullable(z.number()) })),
  /** Payload of the NBU QR code (format 003); null when there is nothing to pay. */
  qr: z.nullable(z.string()),
  paymentPurpose: z.string(),
});

export const listBills = defineCall({
  path: '/api/bills/list',
  summary: 'The bills of an account, newest first.',
  audience: 'customer',
  accountField: 'account',
  input: signedInput({ account: accountNumberField }),
  output: success({ bills: z.array(billSummarySchema) }),
  failures: ['common.notFound', 'common.serviceDown'],
});

export const getBill = defineCall({
  path: '/api/bills/get',
  summary: 'A bill of one period with everything that explains it.',
  audience: 'customer',
  accountField: 'account',
  input: signedInput({ account: accountNumberField, period: periodField }),
  output: success({ bill: billSchema }),
  failures: ['billing.noCharges', 'common.notFound', 'billing.invoiceByCallCentre'],
});

export const billPdf = defineCall({
  path: '/api/bills/pdf',
  summary: 'The bill as a PDF with the QR code of the National Bank.',
  audience: 'customer',
  accountField: 'account',
  file: 'application/pdf',
  input: signedInput({ account: accountNumberField, period: periodField }),
  output: z.any(),
  failures: ['billing.noCharges', 'common.notFound', 'billing.invoiceByCallCentre'],
});
