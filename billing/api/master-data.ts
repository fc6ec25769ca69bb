import * as z from 'zod/mini';
import { parseLocalDate } from '#domain/time/local-date.ts';
import { defineModule } from './define-module.ts';

const day = z
  .string()
  .check(z.refine((text) => parseLocalDate(text) !== undefined, { error: 'a day, YYYY-MM-DD' }));
const text = (longest: number) => z.string().check(z.minLength(1), z.maxLength(longest));
/** Whole kWh of the registers by zone. */
const dials = z.partialRecord(
  z.enum(['single', 'day', 'night', 'peak', 'halfPeak']),
  z.int().check(z.gte(0), z.lte(999_999_999)),
);
const zoneScheme = z.enum(['single', 'two', 'three']);
const digitCapacity = z.int().check(z.gte(4), z.lte(9));
const coefficient = z.int().check(z.gte(1), z.lte(100_000));

const pointStateSchema = z.enum(['active', 'takenByOperator', 'substation', 'commercial', 'disabled']);

/** A change of master data, in force from its day. */
const masterDataChangeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('meterRemoved'), serialNumber: text(30), finalValues: dials }),
  /** Type, zones, digits and coefficient default to those of the old meter. */
  z.object({
    kind: z.literal('meterReplaced'),
    serialNumber: text(30),
    finalValues: dials,
    newSerialNumber: text(30),
    initialValues: dials,
    meterType: z.optional(text(80)),
    zoneScheme: z.optional(zoneScheme),
    digitCapacity: z.optional(digitCapacity),
    coefficient: z.optional(coefficient),
    verifiedOn: z.optional(day),
  }),
  z.object({
    kind: z.literal('meterInstalled'),
    eicCode: text(16),
    serialNumber: text(30),
    meterType: text(80),
    zoneScheme,
    digitCapacity,
    coefficient: z.optional(coefficient),
    initialValues: dials,
    verifiedOn: z.optional(day),
  }),
  z.object({ kind: z.literal('meterVerified'), serialNumber: text(30) }),
  /** The same meter, reprogrammed for other zones. */
  z.object({
    kind: z.literal('zones'),
    serialNumber: text(30),
    zoneScheme,
    finalValues: dials,
    initialValues: dials,
  }),
  /** The day of the change is the last day of the contract. */
  z.object({ kind: z.literal('contractEnded') }),
  z.object({ kind: z.literal('holder'), customerCode: text(40) }),
  z.object({ kind: z.literal('tariff'), tariffCode: text(40) }),
  z.object({
    kind: z.literal('power'),
    eicCode: text(16),
    contractedPowerWatts: z.int().check(z.gte(1), z.lte(999_999_999)),
  }),
  z.object({
    kind: z.literal('pointState'),
    eicCode: text(16),
    pointState: pointStateSchema,
  }),
  /** Applies to the holder of the account on the day; absent fields do not change. */
  z.object({
    kind: z.literal('contact'),
    surname: z.optional(text(50)),
    name: z.optional(text(50)),
    middleName: z.optional(text(50)),
    companyName: z.optional(text(200)),
    phone: z.optional(text(20)),
    email: z.optional(text(254)),
  }),
]);

export type MasterDataChange = z.infer<typeof masterDataChangeSchema>;

export const MASTER_DATA_CHANGE = defineModule({
  name: 'MASTER_DATA_CHANGE',
  summary:
    'Records and applies a change of master data as of a day; affected closed months are recharged. A repeated change is not applied again; another value for the same day is a correction.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    source: z.enum(['administrator', 'functionModule']),
    effectiveOn: day,
    /** Supporting document; '': none. */
    document: z.string().check(z.maxLength(200)),
    change: masterDataChangeSchema,
  }),
  output: z.object({
    /** false: the stored facts already have these values. */
    isRecorded: z.boolean(),
    /** The first closed month to recharge; null: none. */
    recalculatedFrom: z.nullable(z.string()),
  }),
  failures: [
    'common.notFound',
    'changes.unknownReference',
    'changes.futureDay',
    'changes.dayTooEarly',
    'changes.registers',
    'changes.dialTooHigh',
    'changes.valueTooLow',
    'changes.serialTaken',
    'changes.tariffNotInForce',
    'changes.alreadyChanged',
    'changes.badContact',
  ],
});

export const MASTER_DATA_CHANGES = defineModule({
  name: 'MASTER_DATA_CHANGES',
  summary:
    'The current master data of an account, its points and meters, with all recorded changes, newest first.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string(), limit: z.int().check(z.gte(1), z.lte(1000)) }),
  output: z.object({
    holder: z.object({ customerCode: z.string(), name: z.string() }),
    tariffCode: z.string(),
    contractEndedOn: z.nullable(z.string()),
    points: z.array(
      z.object({ eicCode: z.string(), pointState: pointStateSchema, contractedPowerWatts: z.number() }),
    ),
    /** Installed meters first, then the removed ones, latest first. */
    meters: z.array(
      z.object({
        serialNumber: z.string(),
        eicCode: z.string(),
        zoneScheme,
        removedOn: z.nullable(z.string()),
      }),
    ),
    /** All tariffs of the supplier. */
    tariffs: z.array(z.object({ tariffCode: z.string(), title: z.string() })),
    /** The last closed month; null: none. */
    closedUpTo: z.nullable(z.string()),
    changes: z.array(
      z.object({
        changeId: z.string(),
        kind: z.string(),
        /** Serial number of a meter, EIC of a point, or code of a customer; '': the account itself. */
        subject: z.string(),
        effectiveOn: z.string(),
        source: z.enum(['importFile', 'administrator', 'functionModule']),
        actor: z.string(),
        document: z.string(),
        before: z.record(z.string(), z.unknown()),
        after: z.record(z.string(), z.unknown()),
        recordedAt: z.string(),
      }),
    ),
  }),
  failures: ['common.notFound'],
});
