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
  /** The closing debt when the bill was made: history, and nothing to ask for; '0.00' when there was an overpayment. */
  toPay: z.string(),
  /** What is still due now of the months that this bill was the first to ask for. */
  open: z.string(),
  isEstimated: z.boolean(),
});

/** What is due now, when the bill is read; the same figure as of the balance. */
const billDueSchema = z.object({
  /** The Kyiv day on which it is so. */
  asOf: z.string(),
  /** To be paid for energy, billed or not; '0.00' when nothing is owed. */
  sum: z.string(),
  /** Of `sum`: months before this bill, past their last day of payment; '0.00' below the smallest payment. */
  arrears: z.string(),
  /** What is to be paid for violation acts: apart, and not in the sums above. */
  acts: z.array(z.object({ actNumber: z.string(), owed: z.string() })),
});

/** Who told what a register showed: a source of readings, the papers of the meter, or nobody. */
const valueSourceSchema = z.enum([
  'customer',
  'operator',
  'remote',
  'import',
  'installed',
  'removed',
  'calculated',
]);

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
    /** Of the operator of the grid, when there is no light. */
    emergencyPhones: z.array(z.string()),
    /** Where a customer goes whom the supplier did not help. */
    complaintContacts: z.array(z.string()),
    /** Of what the energy is made; null: the supplier does not tell. */
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
    accountNumber: z.string(),
    address: z.string(),
    contractNumber: z.string(),
    contractDate: z.string(),
    consumerEic: z.string(),
    objectCode: z.string(),
    tariff: z.string(),
    /** The commercial offer; '' when the supplier names none. */
    offer: z.string(),
    /** Masked; '' when the supplier has none. */
    phone: z.string(),
    category: z.enum(['household', 'smallNonHousehold', 'nonHousehold']),
    /** Of the meter at the end of the period; null: none was counted. */
    zoneScheme: z.nullable(z.enum(['single', 'two', 'three'])),
    isHeating: z.boolean(),
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
      /** Who told the previous and the current value. */
      previousSource: valueSourceSchema,
      currentSource: valueSourceSchema,
      /** The days of the two values are `from` and `to`. */
      from: z.string(),
      /** The first day that is not counted any more. */
      to: z.string(),
    }),
  ),
  lines: z.array(chargeLineSchema),
  /** Debt (+) or overpayment (−) at the start of the period. */
  opening: z.string(),
  recalculated: z.string(),
  /** What benefits and subsidies change the debt by: negative, unless one was taken back. */
  benefit: z.string(),
  benefits: z.array(
    z.object({
      kind: z.enum(['benefit', 'subsidy']),
      /** '': the kind says it all. */
      title: z.string(),
      sum: z.string(),
    }),
  ),
  /** What operators corrected, a charge taken back among it: positive adds to the debt. */
  corrected: z.string(),
  corrections: z.array(z.object({ date: z.string(), reason: z.string(), sum: z.string() })),
  /** Benefits are not in it. closing = opening + charged + recalculated + benefit + corrected − paid. */
  paid: z.string(),
  payments: z.array(z.object({ date: z.string(), sum: z.string(), provider: z.string() })),
  closing: z.string(),
  /** null: a later bill asks for all that is due, this one for nothing any more. */
  due: z.nullable(billDueSchema),
  /** Value added tax inside what was charged and recalculated. */
  vat: z.string(),
  history: z.array(
    z.object({
      period: z.string(),
      kwh: z.number(),
      /** kWh by zone; zones that the meters did not have are absent. */
      zones: z.record(z.string(), z.number()),
      lastYearKwh: z.nullable(z.number()),
    }),
  ),
  /** Address that the QR code of the National Bank carries: it pays what is due now; null: nothing is. */
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
  output: z.object({
    /** What is due for energy now, billed or not. */
    due: z.string(),
    bills: z.array(billSummarySchema),
  }),
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
  input: z.object({
    ...ofPeriod.shape,
    /** Where the bill is paid online, as the document says it; absent: nowhere. */
    payUrl: z.optional(z.string()),
  }),
  output: z.object({
    fileName: z.string(),
    /** PDF, base64. */
    content: z.string(),
  }),
  failures: refusals,
});
