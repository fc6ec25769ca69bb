import * as z from 'zod/mini';
import { accountNumberField } from '../fields.ts';
import { chargeLineSchema } from './charge-line.ts';
import { dateField, periodField } from './dates.ts';
import { basisFields, byZoneField, zoneField, zoneSchemeField } from './energy.ts';
import { moneyField } from './money.ts';

export const billSummarySchema = z.object({
  period: periodField,
  number: z.string(),
  issuedOn: dateField,
  dueOn: dateField,
  kwh: z.number(),
  /** Σ of the energy lines. */
  charged: moneyField,
  /** Closing debt when the bill was made; '0.00' for an overpayment. Historical: `due` says what is to be paid. */
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

/** A payment in a bill or a book. */
export const paidSchema = z.object({ date: dateField, provider: z.string(), sum: moneyField });

/** A bill with all facts that explain it. Sums are gross. */
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
    /** Of the grid operator. */
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
    account: accountNumberField,
    address: z.string(),
    contractNumber: z.string(),
    contractDate: dateField,
    consumerEic: z.string(),
    /** Printed on the bill; adds the object to a cabinet. */
    objectCode: z.string(),
    tariff: z.string(),
    /** Commercial offer; '' when the supplier names none. */
    offer: z.string(),
    /** Masked; '' when the supplier has none. */
    phone: z.string(),
    category: z.enum(['household', 'smallNonHousehold', 'nonHousehold']),
    /** Scheme of the meter at the end of the period; null: no meter was counted. */
    zoneScheme: z.nullable(zoneSchemeField),
    isHeating: z.boolean(),
  }),
  meters: z.array(
    z.object({
      serialNumber: z.string(),
      meterType: z.string(),
      eic: z.string(),
      zone: zoneField,
      digitCapacity: z.number(),
      coefficient: z.number(),
      previousValue: z.number(),
      currentValue: z.number(),
      kwh: z.number(),
      ...basisFields,
      /** The days as of which the two values are. */
      previousOn: dateField,
      previousSource: valueSourceField,
      currentOn: dateField,
      currentSource: valueSourceField,
    }),
  ),
  lines: z.array(chargeLineSchema),
  /** Debt (+) or overpayment (−) at the start of the period. */
  opening: moneyField,
  recalculated: moneyField,
  /** Change of the debt by benefits and subsidies: negative, unless one was reversed. */
  benefit: moneyField,
  /** Title '': the kind needs none. */
  benefits: z.array(z.object({ kind: z.enum(['benefit', 'subsidy']), title: z.string(), sum: moneyField })),
  /** Corrections by operators, including reversed charges; positive adds to the debt. */
  corrected: moneyField,
  corrections: z.array(z.object({ date: dateField, reason: z.string(), sum: moneyField })),
  /** Benefits are not included. closing = opening + charged + recalculated + benefit + corrected − paid. */
  paid: moneyField,
  payments: z.array(paidSchema),
  closing: moneyField,
  /** What is due at the time of reading; null: a later bill asks for everything due, this one for nothing. */
  due: z.nullable(
    z.object({
      /** Kyiv day of the figures. */
      asOf: dateField,
      /** For energy, billed or not; '0.00' when nothing is owed. */
      sum: moneyField,
      /** Part of `sum` for earlier months past their due date; "0.00" below the smallest payment. */
      arrears: moneyField,
      /** For violation acts; not included in the sums above. */
      acts: z.array(z.object({ actNumber: z.string(), owed: moneyField })),
    }),
  ),
  /** VAT included in the charged and recalculated sums. */
  vat: moneyField,
  history: z.array(
    z.object({
      period: periodField,
      kwh: z.number(),
      zones: byZoneField,
      lastYearKwh: z.nullable(z.number()),
    }),
  ),
  /** Payload of the NBU QR code (format 003) for the sum due now; null: nothing is due. */
  qr: z.nullable(z.string()),
  paymentPurpose: z.string(),
});
export type BillData = z.infer<typeof billSchema>;

const side = z.object({
  period: periodField,
  /** Closing balance: debt (+) or overpayment (−). */
  closing: moneyField,
  /** What the bill itself asks for: energy, recalculations and corrections, less benefits. */
  cost: moneyField,
  kwh: z.number(),
  /** Measured days. */
  days: z.number(),
});

/** `from`: of the base bill; `to`: of the explained bill. */
const change = z.object({ from: z.number(), to: z.number(), kwh: z.number() });
const sums = z.object({ from: moneyField, to: moneyField });

/** A part of the difference; each sum is what the part adds (+) or takes away (−). */
const differencePartSchema = z.discriminatedUnion('kind', [
  /** Days; `kwh`: their kWh at the daily consumption of the other bill. */
  z.object({ kind: z.literal('days'), sum: moneyField, facts: change }),
  /** kWh of a zone; `kwh`: the change without the effect of days. */
  z.object({ kind: z.literal('kwh'), zone: zoneField, sum: moneyField, facts: change }),
  /** Prices per kWh before coefficients, as the lines of each bill have them. */
  z.object({
    kind: z.literal('tariff'),
    sum: moneyField,
    facts: z.object({ from: z.array(z.string()), to: z.array(z.string()) }),
  }),
  z.object({ kind: z.literal('recalculation'), sum: moneyField, facts: sums }),
  z.object({ kind: z.literal('benefit'), sum: moneyField, facts: sums }),
  /** Opening debt (+) or overpayment (−), less payments. */
  z.object({ kind: z.literal('debt'), sum: moneyField, facts: sums }),
]);

/** Which bill another is compared with. */
export const comparedWithField = z.enum(['previous', 'lastYear']);

/** Why a bill differs from another. */
export const billExplanationFields = {
  base: side,
  bill: side,
  /** In the order days, kWh by zone, tariff, recalculation, benefit, debt; zero parts included. */
  parts: z.array(differencePartSchema),
  /** Closing balance of the bill less that of the base; equals Σ of the parts. */
  difference: moneyField,
  /** The bills available for comparison; null: none. Also the details of `billing.noComparison`. */
  available: z.object({ previous: z.nullable(periodField), lastYear: z.nullable(periodField) }),
};
