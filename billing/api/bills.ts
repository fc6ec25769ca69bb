import * as z from 'zod/mini';
import { chargeLineSchema } from './charges.ts';
import { defineModule } from './define-module.ts';

const billSummarySchema = z.object({
  period: z.string(),
  number: z.string(),
  issuedOn: z.string(),
  dueOn: z.string(),
  kwh: z.number(),
  /** Σ of the energy lines. */
  charged: z.string(),
  /** The closing debt; '0.00' when there is an overpayment. */
  toPay: z.string(),
  isEstimated: z.boolean(),
});

/** A bill with everything that explains it. Sums are gross. */
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
    mainUrl: z.string(),
  }),
  customer: z.object({
    name: z.string(),
    accountNumber: z.string(),
    address: z.string(),
    contractNumber: z.string(),
    contractDate: z.string(),
    consumerEic: z.string(),
    objectCode: z.string(),
    tariff: z.string(),
  }),
  meters: z.array(
    z.object({
      serialNumber: z.string(),
      meterType: z.string(),
      eic: z.string(),
      zone: z.enum(['single', 'day', 'night', 'peak', 'halfPeak']),
      digitCapacity: z.number(),
      coefficient: z.number(),
      previousValue: z.number(),
      currentValue: z.number(),
      kwh: z.number(),
      basis: z.enum(['actual', 'brought', 'estimated']),
      from: z.string(),
      /** The first day that is not counted any more. */
      to: z.string(),
    }),
  ),
  lines: z.array(chargeLineSchema),
  /** Debt (+) or overpayment (−) at the start of the period. */
  opening: z.string(),
  recalculated: z.string(),
  paid: z.string(),
  payments: z.array(z.object({ date: z.string(), sum: z.string(), provider: z.string() })),
  closing: z.string(),
  /** Value added tax inside what was charged and recalculated. */
  vat: z.string(),
  history: z.array(z.object({ period: z.string(), kwh: z.number(), lastYearKwh: z.nullable(z.number()) })),
  /** Address that the QR code of the National Bank carries; null: nothing to pay. */
  qr: z.nullable(z.string()),
  paymentPurpose: z.string(),
});
export type BillData = z.infer<typeof billSchema>;

const ofPeriod = z.object({ accountNumber: z.string(), period: z.string() });
const refusals = ['common.notFound', 'billing.noCharges', 'billing.invoiceByCallCentre'];

export const BILL_LIST = defineModule({
  name: 'BILL_LIST',
  summary: 'The bills of an account, newest first.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string() }),
  output: z.object({ bills: z.array(billSummarySchema) }),
  failures: ['common.notFound'],
});

export const BILL_GET = defineModule({
  name: 'BILL_GET',
  summary: 'The bill of a period with everything that explains it.',
  accountField: 'accountNumber',
  input: ofPeriod,
  output: z.object({ bill: billSchema }),
  failures: refusals,
});

export const BILL_PDF = defineModule({
  name: 'BILL_PDF',
  summary: 'The bill of a period as a document for printing.',
  accountField: 'accountNumber',
  input: ofPeriod,
  output: z.object({
    fileName: z.string(),
    /** PDF, base64. */
    content: z.string(),
  }),
  failures: refusals,
});
