import * as z from 'zod/mini';
import { dateField } from './dates.ts';

/** A version of the terms of a contract; it counts from its day until the next one begins. */
export const contractVersionSchema = z.object({
  validFrom: dateField,
  contractNumber: z.string(),
  signedOn: dateField,
  /** The last day; null: no end is agreed. */
  endsOn: z.nullable(dateField),
  priceKind: z.enum(['universal', 'spot', 'fixedNet', 'fixedGross']),
  /** Hryvnias per kWh as a decimal, with VAT for fixedGross only; null where the price is made of components. */
  fixedPrice: z.nullable(z.string()),
  /** Transmission and distribution are paid through the supplier. */
  withTransmission: z.boolean(),
  withDistribution: z.boolean(),
  paymentForm: z.enum(['byFact', 'prepayment', 'planned']),
  /** Parts of planned payments: day of the month, share in percent. */
  plannedParts: z.array(z.object({ day: z.number(), percent: z.number() })),
  /** Day of the month after the period; null: working days alone. */
  dueDay: z.nullable(z.number()),
  dueWorkingDays: z.number(),
  documentExchange: z.enum(['paper', 'cabinet', 'signature']),
  /** Days after which an act without a signature or an objection counts as accepted; null: the contract does not say. */
  silentAcceptanceDays: z.nullable(z.number()),
  /** Hundredths of a percent a year of a late payment. */
  latePercentHundredths: z.number(),
  /** The penalty as a multiple of the discount rate; 0: none agreed. */
  penaltyRateTimes: z.number(),
  /** The operator of the network; null: it is not known to the supplier. */
  operator: z.nullable(z.object({ name: z.string(), edrpou: z.string(), phone: z.string() })),
});

/** A legal entity as its invoices name it; '' where a value is unknown. */
export const companySchema = z.object({
  name: z.string(),
  edrpou: z.string(),
  vatNumber: z.string(),
  legalAddress: z.string(),
  postalAddress: z.string(),
  phone: z.string(),
  email: z.string(),
  bankName: z.string(),
  iban: z.string(),
  signerName: z.string(),
  signerPost: z.string(),
  /** The statute, or a power of attorney with its number. */
  signerGround: z.string(),
});

/** Why a point is not read by its customer, or 'active'. */
const pointStateField = z.enum(['active', 'takenByOperator', 'substation', 'commercial', 'disabled']);

/** What a meter counts beside the energy taken. */
export const channelField = z.enum(['export', 'reactiveImport', 'reactiveExport']);

/** How the losses between the boundary and the meter are found. */
const lossSchema = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('none') }),
  /** Percent of the metered energy as a decimal. */
  z.object({ mode: z.literal('percent'), percent: z.string() }),
  /** kWh a month. */
  z.object({ mode: z.literal('fixed'), kwh: z.number() }),
  /** By the data of transformer and line. */
  z.object({ mode: z.literal('formula') }),
]);

/** The passport of a metering point. */
export const pointPassportSchema = z.object({
  eic: z.string(),
  /** '' where the supplier has none, as for an account with a single point. */
  objectName: z.string(),
  address: z.string(),
  costCentre: z.string(),
  pointState: pointStateField,
  /** null: the contract does not say it. */
  voltageClass: z.nullable(z.union([z.literal(1), z.literal(2)])),
  contractedPowerKw: z.number(),
  /** Read remotely every day. */
  isGroupA: z.boolean(),
  loss: lossSchema,
  /** Economic equivalent of reactive energy, kWh per kvarh as a decimal; null: reactive energy is not charged. */
  reactiveEquivalent: z.nullable(z.string()),
  /** The point that this one stands behind; null: none. */
  mainEic: z.nullable(z.string()),
  subConsumers: z.array(z.object({ eic: z.string(), name: z.string(), isBilled: z.boolean() })),
  /** In service, by serial number. */
  meters: z.array(
    z.object({
      meterId: z.string(),
      serialNumber: z.string(),
      meterType: z.string(),
      digitCapacity: z.number(),
      coefficient: z.number(),
      zoneScheme: z.enum(['single', 'two', 'three']),
      channels: z.array(channelField),
      installedOn: dateField,
      verifiedOn: z.nullable(dateField),
    }),
  ),
});

/** Which points are listed; each absent field lets all through. */
export const pointFilterFields = {
  voltageClass: z.optional(z.union([z.literal(1), z.literal(2)])),
  /** 'groupA': read remotely; 'losses', 'subConsumers', 'reactive': points that have them. */
  feature: z.optional(z.enum(['groupA', 'losses', 'subConsumers', 'reactive'])),
};
