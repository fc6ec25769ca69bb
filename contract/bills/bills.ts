import * as z from 'zod/mini';
import { defineCall, signedInput, success } from '../define-call.ts';
import { accountNumberField, dateField, moneyField, periodField } from '../fields.ts';
import { chargeLineSchema } from '../readings.ts';

const billSummarySchema = z.object({
  period: periodField,
  number: z.string(),
  issuedOn: dateField,
  dueOn: dateField,
  kwh: z.number(),
  charged: moneyField,
  /** The sum to pay when the bill was issued. */
  toPay: moneyField,
  /** Still due of the months that this bill was the first to ask for. */
  open: moneyField,
  isEstimated: z.boolean(),
});

/** Origin of a register value: a source of readings, the meter documents, or none. */
const valueSourceField = z.enum([
  'customer',
  'operator',
  'remote',
  'import',
  'installed',
  'removed',
  'calculated',
]);

const billSchema = z.object({
  ...billSummarySchema.shape,
  supplier: z.object({
    name: z.string(),
    edrpou: z.string(),
    iban: z.string(),
    bank: z.string(),
    address: z.string(),
    phones: z.array(z.string()),
    email: z.string(),
    emergencyPhones: z.array(z.string()),
    complaintContacts: z.array(z.string()),
    fuelMix: z.nullable(
      z.object({
        year: z.nullable(z.number()),
        parts: z.array(z.object({ name: z.string(), percent: z.string() })),
        co2GramsPerKwh: z.nullable(z.number()),
      }),
    ),
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
    offer: z.string(),
    /** Masked; '' when the supplier has none. */
    phone: z.string(),
    category: z.enum(['household', 'smallNonHousehold', 'nonHousehold']),
    zoneScheme: z.nullable(z.enum(['single', 'two', 'three'])),
    isHeating: z.boolean(),
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
      previousOn: dateField,
      previousSource: valueSourceField,
      currentOn: dateField,
      currentSource: valueSourceField,
    }),
  ),
  lines: z.array(chargeLineSchema),
  opening: moneyField,
  recalculated: moneyField,
  /** Change of the debt by benefits and subsidies: negative, unless one was taken back. */
  benefit: moneyField,
  benefits: z.array(z.object({ kind: z.enum(['benefit', 'subsidy']), title: z.string(), sum: moneyField })),
  /** Corrections by the supplier: positive adds to the debt. */
  corrected: moneyField,
  corrections: z.array(z.object({ date: dateField, reason: z.string(), sum: moneyField })),
  /** closing = opening + charged + recalculated + benefit + corrected − paid. */
  paid: moneyField,
  payments: z.array(z.object({ date: dateField, sum: moneyField, provider: z.string() })),
  closing: moneyField,
  /** What is due now; null: a later bill asks for it. */
  due: z.nullable(
    z.object({
      /** As of this day. */
      asOf: dateField,
      /** For energy, billed or not. */
      sum: moneyField,
      /** Part of `sum`: months before this bill, past their due date; "0.00" below the smallest payment. */
      arrears: moneyField,
      /** For violation acts, not included in the sums above. */
      acts: z.array(z.object({ actNumber: z.string(), owed: moneyField })),
    }),
  ),
  vat: moneyField,
  history: z.array(
    z.object({
      period: periodField,
      kwh: z.number(),
      /** kWh by zone; zones that the meters lack are absent. */
      zones: z.record(z.string(), z.number()),
      lastYearKwh: z.nullable(z.number()),
    }),
  ),
  /** Payload of the NBU QR code (format 003) for the sum due now; null when nothing is due. */
  qr: z.nullable(z.string()),
  paymentPurpose: z.string(),
});

export const listBills = defineCall({
  path: '/api/bills/list',
  summary: 'What is due for energy now, and the bills of an account, newest first.',
  audience: 'customer',
  accountField: 'account',
  input: signedInput({ account: accountNumberField }),
  output: success({ due: moneyField, bills: z.array(billSummarySchema) }),
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
