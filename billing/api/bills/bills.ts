import * as z from 'zod/mini';
import { chargeLineSchema } from '../charges/charges.ts';
import { defineModule } from '../define-module.ts';

const billSummarySchema = z.object({
  period: z.string(),
  number: z.string(),
  issuedOn: z.string(),
  dueOn: z.string(),
  kwh: z.number(),
  /** Σ of the energy lines. */
  charged: z.string(),
  /** Closing debt when the bill was made; '0.00' for an overpayment. Historical: `due` says what is to be paid. */
  toPay: z.string(),
  /** What is still due of the months that this bill was the first to ask for. */
  open: z.string(),
  isEstimated: z.boolean(),
});

/** What is due at the time of reading; equals the balance. */
const billDueSchema = z.object({
  /** Kyiv day of the figures. */
  asOf: z.string(),
  /** Due for energy, billed or not; '0.00' when nothing is owed. */
  sum: z.string(),
  /** Part of `sum` for earlier months past their due date; '0.00' below the minimum payment. */
  arrears: z.string(),
  /** Due for violation acts; not included in the sums above. */
  acts: z.array(z.object({ actNumber: z.string(), owed: z.string() })),
});

/** Source of a register value. */
const valueSourceSchema = z.enum([
  'customer',
  'operator',
  'remote',
  'import',
  'installed',
  'removed',
  'calculated',
]);

/** A bill with all facts that explain it. Sums are gross. */
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
    mainUrl: z.string(),
    /** Emergency phones of the grid operator. */
    emergencyPhones: z.array(z.string()),
    /** Contacts for complaints about the supplier. */
    complaintContacts: z.array(z.string()),
    /** Energy sources; null: the supplier does not publish them. */
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
    /** Commercial offer; '' when the supplier names none. */
    offer: z.string(),
    /** Masked phone; '' when the supplier has none. */
    phone: z.string(),
    category: z.enum(['household', 'smallNonHousehold', 'nonHousehold']),
    /** Scheme of the meter at the end of the period; null: no meter was counted. */
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
      /** Sources of the previous and the current value. */
      previousSource: valueSourceSchema,
      currentSource: valueSourceSchema,
      /** The two values are as of `from` and `to`. */
      from: z.string(),
      /** Exclusive end day. */
      to: z.string(),
    }),
  ),
  lines: z.array(chargeLineSchema),
  /** Debt (+) or overpayment (−) at the start of the period. */
  opening: z.string(),
  recalculated: z.string(),
  /** Change of the debt by benefits and subsidies: negative, unless one was reversed. */
  benefit: z.string(),
  benefits: z.array(
    z.object({
      kind: z.enum(['benefit', 'subsidy']),
      /** '': the kind needs no title. */
      title: z.string(),
      sum: z.string(),
    }),
  ),
  /** Corrections by operators, including reversed charges; positive increases the debt. */
  corrected: z.string(),
  corrections: z.array(z.object({ date: z.string(), reason: z.string(), sum: z.string() })),
  /** Benefits are not included. closing = opening + charged + recalculated + benefit + corrected − paid. */
  paid: z.string(),
  payments: z.array(z.object({ date: z.string(), sum: z.string(), provider: z.string() })),
  closing: z.string(),
  /** null: a later bill asks for everything due, this one for nothing. */
  due: z.nullable(billDueSchema),
  /** VAT included in the charged and recalculated sums. */
  vat: z.string(),
  history: z.array(
    z.object({
      period: z.string(),
      kwh: z.number(),
      /** kWh by zone; zones that no meter had are absent. */
      zones: z.record(z.string(), z.number()),
      lastYearKwh: z.nullable(z.number()),
    }),
  ),
  /** URL in the QR code of the National Bank for the sum due now; null: nothing is due. */
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
    /** Due for energy now, billed or not. */
    due: z.string(),
    bills: z.array(billSummarySchema),
  }),
  failures: ['common.notFound'],
});

export const BILL_GET = defineModule({
  name: 'BILL_GET',
  summary: 'The bill of a period with all its details.',
  accountField: 'accountNumber',
  input: ofPeriod,
  output: z.object({ bill: billSchema }),
  failures: refusals,
});

export const BILL_PDF = defineModule({
  name: 'BILL_PDF',
  summary: 'The bill of a period as a PDF.',
  accountField: 'accountNumber',
  input: z.object({
    ...ofPeriod.shape,
    /** URL for paying the bill online, printed on the document; absent: not printed. */
    payUrl: z.optional(z.string()),
  }),
  output: z.object({
    fileName: z.string(),
    /** PDF, base64. */
    content: z.string(),
  }),
  failures: refusals,
});
