import * as z from 'zod/mini';
import { dateField, periodField } from './dates.ts';
import { basisField, basisFields, zoneField } from './energy.ts';
import { plannedVolumeSchema } from './entity-balance.ts';
import { moneyField, priceField } from './money.ts';

/** States of an invoice by what is paid of it. */
export const invoiceStates = ['paid', 'partlyPaid', 'unpaid', 'overdue'] as const;

/** Whom an invoice pays: energy the supplier, reactive energy the operator of the network. */
export const payeeField = z.enum(['supplier', 'operator']);

export const invoiceSummarySchema = z.object({
  period: periodField,
  payee: payeeField,
  payeeName: z.string(),
  number: z.string(),
  actNumber: z.string(),
  issuedOn: dateField,
  dueOn: dateField,
  /** kWh, of reactive energy kvarh. */
  quantity: z.number(),
  net: moneyField,
  vat: moneyField,
  gross: moneyField,
  /** Still due of it now. */
  open: moneyField,
  state: z.enum(invoiceStates),
});
export type InvoiceSummary = z.infer<typeof invoiceSummarySchema>;

/** One of the two parties; '' where a value is unknown. */
const partySchema = z.object({
  name: z.string(),
  edrpou: z.string(),
  vatNumber: z.string(),
  address: z.string(),
  iban: z.string(),
  bank: z.string(),
  phone: z.string(),
  signerName: z.string(),
  signerPost: z.string(),
  /** The statute, or a power of attorney with its number. */
  signerGround: z.string(),
});
export type InvoiceParty = z.infer<typeof partySchema>;

/** A register of energy, or a channel of reactive energy and of energy given to the network. */
const registerField = z.union([zoneField, z.enum(['export', 'reactiveImport', 'reactiveExport'])]);

/** What a month counted at a point: billed = metered + losses − sub-consumers with their share of the losses. */
const invoiceQuantitySchema = z.object({
  eic: z.string(),
  /** '' where the supplier has none. */
  object: z.string(),
  address: z.string(),
  costCentre: z.string(),
  /** null: the contract does not say it. */
  voltageClass: z.nullable(z.number()),
  meteredKwh: z.number(),
  lossKwh: z.number(),
  subLossKwh: z.number(),
  subKwh: z.number(),
  billedKwh: z.number(),
  reactiveImportKvarh: z.number(),
  reactiveExportKvarh: z.number(),
  /** Sub-consumers took more than the point: billed 0 until the supplier has reviewed it. */
  isHeld: z.boolean(),
  meters: z.array(
    z.object({
      serialNumber: z.string(),
      register: registerField,
      digitCapacity: z.number(),
      coefficient: z.number(),
      /** null: no reading of the channel. */
      previousValue: z.nullable(z.number()),
      currentValue: z.nullable(z.number()),
      /** With the coefficient: kWh or kvarh. */
      quantity: z.nullable(z.number()),
      ...basisFields,
      /** null: a channel, which is billed by readings alone. */
      basis: z.nullable(basisField),
    }),
  ),
});
export type InvoiceQuantity = z.infer<typeof invoiceQuantitySchema>;

const invoiceComponents = [
  'dayAhead',
  'margin',
  'purchase',
  'universalTariff',
  'transmission',
  'distribution',
  'fixed',
  'allIn',
  'reactive',
] as const;

const invoiceLineSchema = z.object({
  number: z.number(),
  kind: z.enum(['energy', 'adjustment', 'reactiveConsumed', 'reactiveCompensation']),
  eic: z.string(),
  component: z.enum(invoiceComponents),
  /** The month that an adjustment puts right; else the period. */
  forPeriod: periodField,
  /** kWh, of reactive energy kvarh; negative when taken back. */
  quantity: z.number(),
  /** Without VAT; with VAT on an invoice of the base gross. Of reactive energy T, the net price of the energy. */
  price: priceField,
  /** Since when the price is in force; null: since the contract. */
  priceFrom: z.nullable(dateField),
  source: z.string(),
  /** D of reactive energy, kWh for a kvarh; null: of energy, or unknown. */
  equivalent: z.nullable(priceField),
  sum: moneyField,
});
export type InvoiceLine = z.infer<typeof invoiceLineSchema>;

/** By what the lines of reactive energy are computed; rates in ten-thousandths: 30000 is 3. */
const reactiveRulesSchema = z.object({
  generationFactor: z.number(),
  surchargeFactor: z.number(),
  tgLimit: z.number(),
  cap: z.number(),
  minKwh: z.number(),
  minKilowatts: z.number(),
});

/** An invoice with all facts that explain it; its act of acceptance has the same. */
export const invoiceSchema = z.object({
  ...invoiceSummarySchema.shape,
  priceBase: z.enum(['net', 'gross']),
  /** Of the net sum: what puts earlier months right. */
  adjustmentNet: moneyField,
  seller: partySchema,
  customer: partySchema,
  account: z.string(),
  contractNumber: z.string(),
  contractDate: dateField,
  /** Debt (+) or advance (−) at the start of the period. */
  opening: moneyField,
  /** Paid in the period. */
  paid: moneyField,
  /** Benefits and corrections of the period, as they change the debt. */
  otherChanges: moneyField,
  /** closing = opening + gross + otherChanges − paid. */
  closing: moneyField,
  /** Parts to be paid in advance for the next month, by the contract. */
  planned: z.array(z.object({ period: periodField, part: z.number(), dueOn: dateField, sum: moneyField })),
  /** null: they are shares of what this invoice charges of its month. */
  plannedVolume: z.nullable(plannedVolumeSchema),
  quantities: z.array(invoiceQuantitySchema),
  /** Of the month; null: an invoice of energy. */
  reactiveRules: z.nullable(reactiveRulesSchema),
  lines: z.array(invoiceLineSchema),
  /** Day for which `open`, `state` and the code are true. */
  asOf: dateField,
  /** Payload of the NBU QR code (format 003) for `open`; null: nothing is due, or the details don't make a code. */
  qr: z.nullable(z.string()),
  paymentPurpose: z.string(),
});
export type InvoiceData = z.infer<typeof invoiceSchema>;

/** Filter of the list by months, both included. */
export const invoiceFilterFields = { from: z.optional(periodField), to: z.optional(periodField) };

/** Of the whole filter. */
export const invoiceTotalsSchema = z.object({
  count: z.number(),
  net: moneyField,
  vat: moneyField,
  gross: moneyField,
  open: moneyField,
});

/** The invoice, or the act of acceptance with the same figures. */
export const invoiceDocumentField = z.enum(['invoice', 'act']);
