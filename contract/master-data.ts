import * as z from 'zod/mini';
import { defineCall, signedInput, success } from './define-call.ts';
import {
  accountNumberField,
  dateField,
  emailField,
  instantField,
  periodField,
  phoneField,
  textField,
} from './fields.ts';

const serialNumber = textField(30).check(z.minLength(1));
const eicCode = textField(16).check(z.minLength(1));
const word = (longest: number) => textField(longest).check(z.minLength(1));
const zoneScheme = z.enum(['single', 'two', 'three']);
const digitCapacity = z.int().check(z.gte(4), z.lte(9));
const coefficient = z.int().check(z.gte(1), z.lte(100_000));

/** Whole kWh of the registers by zone. */
const dials = z.partialRecord(
  z.enum(['single', 'day', 'night', 'peak', 'halfPeak']),
  z.int().check(z.gte(0), z.lte(999_999_999)),
);

const pointState = z.enum(['active', 'takenByOperator', 'substation', 'commercial', 'disabled']);

/** The change from its day on; for `contractEnded` the day is the last one of the contract. */
const changeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('meterRemoved'), serialNumber, finalValues: dials }),
  /** Type, zones, digits and coefficient default to those of the old meter. */
  z.object({
    kind: z.literal('meterReplaced'),
    serialNumber,
    finalValues: dials,
    newSerialNumber: serialNumber,
    initialValues: dials,
    meterType: z.optional(word(80)),
    zoneScheme: z.optional(zoneScheme),
    digitCapacity: z.optional(digitCapacity),
    coefficient: z.optional(coefficient),
    verifiedOn: z.optional(dateField),
  }),
  z.object({
    kind: z.literal('meterInstalled'),
    eicCode,
    serialNumber,
    meterType: word(80),
    zoneScheme,
    digitCapacity,
    coefficient: z.optional(coefficient),
    initialValues: dials,
    verifiedOn: z.optional(dateField),
  }),
  z.object({ kind: z.literal('meterVerified'), serialNumber }),
  z.object({
    kind: z.literal('zones'),
    serialNumber,
    zoneScheme,
    finalValues: dials,
    initialValues: dials,
  }),
  z.object({ kind: z.literal('contractEnded') }),
  z.object({ kind: z.literal('holder'), customerCode: word(40) }),
  z.object({ kind: z.literal('tariff'), tariffCode: word(40) }),
  z.object({
    kind: z.literal('power'),
    eicCode,
    contractedPowerWatts: z.int().check(z.gte(1), z.lte(999_999_999)),
  }),
  z.object({
    kind: z.literal('pointState'),
    eicCode,
    pointState,
  }),
  /** Of the customer who held the account on the day; absent fields are unchanged. */
  z.object({
    kind: z.literal('contact'),
    surname: z.optional(word(50)),
    name: z.optional(word(50)),
    middleName: z.optional(word(50)),
    companyName: z.optional(word(200)),
    phone: z.optional(phoneField),
    email: z.optional(emailField),
  }),
]);

export type MasterDataChange = z.infer<typeof changeSchema>;

export const changeMasterData = defineCall({
  path: '/api/admin/master-data/change',
  summary:
    'Records a removal, a replacement, other zones, the end of a contract, a holder, a tariff, a power, a state of a point or a contact as of a day; closed months that it touches are charged anew.',
  audience: 'admin',
  roles: ['billing'],
  changes: true,
  input: signedInput({
    account: accountNumberField,
    effectiveOn: dateField,
    /** The document behind the change. */
    document: z.optional(textField(200)),
    change: changeSchema,
  }),
  output: success({
    /** false: already recorded. */
    isRecorded: z.boolean(),
    /** The first closed month recalculated because of it; null: none. */
    recalculatedFrom: z.nullable(periodField),
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

export const listMasterData = defineCall({
  path: '/api/admin/master-data/list',
  summary:
    'What an account, its points and meters are now, with the newest hundred changes of them: what, as of which day, from where, by whom.',
  audience: 'admin',
  roles: ['billing', 'operator'],
  input: signedInput({ account: accountNumberField }),
  output: success({
    holder: z.object({ customerCode: z.string(), name: z.string() }),
    tariffCode: z.string(),
    contractEndedOn: z.nullable(dateField),
    points: z.array(z.object({ eicCode: z.string(), pointState, contractedPowerWatts: z.number() })),
    /** Installed meters first, then the removed ones, the latest first. */
    meters: z.array(
      z.object({
        serialNumber: z.string(),
        eicCode: z.string(),
        zoneScheme,
        removedOn: z.nullable(dateField),
      }),
    ),
    /** Every tariff of the supplier. */
    tariffs: z.array(z.object({ tariffCode: z.string(), title: z.string() })),
    /** The last closed month; null: none. */
    closedUpTo: z.nullable(periodField),
    changes: z.array(
      z.object({
        changeId: z.string(),
        kind: z.string(),
        /** The serial number of a meter, the EIC of a point, the code of a customer; '': the account itself. */
        subject: z.string(),
        effectiveOn: dateField,
        source: z.enum(['importFile', 'administrator', 'functionModule']),
        /** The name of an administrator; otherwise as in the audit. */
        actor: z.string(),
        document: z.string(),
        before: z.record(z.string(), z.unknown()),
        after: z.record(z.string(), z.unknown()),
        recordedAt: instantField,
      }),
    ),
  }),
  failures: ['common.notFound'],
});
