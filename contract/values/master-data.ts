import * as z from 'zod/mini';
import { tidyPersonName } from '#domain/identifiers/contacts.ts';
import { tidyText, withoutSpaces } from '#domain/input/tidy-text.ts';
import { accountNumberField, eicField, emailField, phoneField, textField } from '../fields.ts';
import { ruledCode } from '../ruled-field.ts';
import { channelField } from './contract.ts';
import { dateField, instantField, periodField } from './dates.ts';
import { zoneField, zoneSchemeField } from './energy.ts';
import { maxText, minText } from './text-length.ts';

const requiredText = (longest: number) => textField(longest).check(z.overwrite(tidyText), minText(1));
const nameText = requiredText(50).check(z.overwrite(tidyPersonName));
const serialNumber = requiredText(30);
const eicCode = eicField.check(minText(1));
const digitCapacity = z.int().check(z.gte(4), z.lte(9));
const coefficient = z.int().check(z.gte(1), z.lte(100_000));

/** Whole kWh of the registers by zone. */
const dial = z.int().check(z.gte(0), z.lte(999_999_999));
const dials = z.partialRecord(zoneField, dial);
/** With the channels of the meter, whole kWh or kvarh. */
const dialsAndChannels = z.partialRecord(z.union([zoneField, channelField]), dial);

/** Names and contacts of a customer; a person has a name, a company its own. */
const customerFields = {
  surname: z.optional(nameText),
  name: z.optional(nameText),
  middleName: z.optional(nameText),
  companyName: z.optional(requiredText(200)),
  phone: z.optional(phoneField),
  email: z.optional(emailField),
};

const pointState = z.enum(['active', 'takenByOperator', 'substation', 'commercial', 'disabled']);

/** A change of master data, in force from its day; for `contractEnded` the day is the last one of the contract. */
export const masterDataChangeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('meterRemoved'), serialNumber, finalValues: dials }),
  /** Type, zones, digits and coefficient default to those of the old meter. */
  z.object({
    kind: z.literal('meterReplaced'),
    serialNumber,
    finalValues: dials,
    newSerialNumber: serialNumber,
    initialValues: dials,
    meterType: z.optional(requiredText(80)),
    zoneScheme: z.optional(zoneSchemeField),
    digitCapacity: z.optional(digitCapacity),
    coefficient: z.optional(coefficient),
    verifiedOn: z.optional(dateField),
  }),
  z.object({
    kind: z.literal('meterInstalled'),
    eicCode,
    serialNumber,
    meterType: requiredText(80),
    zoneScheme: zoneSchemeField,
    digitCapacity,
    coefficient: z.optional(coefficient),
    initialValues: dials,
    verifiedOn: z.optional(dateField),
  }),
  z.object({ kind: z.literal('meterVerified'), serialNumber }),
  /** The same meter, reprogrammed for other zones. */
  z.object({
    kind: z.literal('zones'),
    serialNumber,
    zoneScheme: zoneSchemeField,
    finalValues: dials,
    initialValues: dials,
  }),
  z.object({ kind: z.literal('contractEnded') }),
  /**
   * The contract ends the day before with a closing reading of every meter, and another customer begins at zero with an account
   * of their own at the same premises. Said again with another value, it corrects the contract or where the meters begin.
   */
  z.object({
    kind: z.literal('holder'),
    newAccount: accountNumberField,
    contractNumber: requiredText(40),
    contractDate: dateField,
    consumerEic: ruledCode('eic', { maxLength: 16 }),
    customerCode: requiredText(40),
    /** A customer that the supplier does not have yet; absent: the code is of one that is known. */
    customer: z.optional(
      z.object({
        ...customerFields,
        taxCode: z.optional(textField(30).check(z.overwrite(withoutSpaces), minText(1), maxText(10))),
      }),
    ),
    /** By the serial number of each installed meter. */
    closingValues: z.record(serialNumber, dialsAndChannels),
  }),
  z.object({ kind: z.literal('tariff'), tariffCode: requiredText(40) }),
  z.object({
    kind: z.literal('power'),
    eicCode,
    contractedPowerWatts: z.int().check(z.gte(1), z.lte(999_999_999)),
  }),
  z.object({ kind: z.literal('pointState'), eicCode, pointState }),
  /** Of the customer who held the account on the day; absent fields are unchanged. */
  z.object({ kind: z.literal('contact'), ...customerFields }),
]);
export type MasterDataChange = z.infer<typeof masterDataChangeSchema>;

/** What is known of a responsible person; `until`: the last day, null when no end is known. */
const responsibleFields = { phone: z.string(), role: z.string(), until: z.nullable(dateField) };
const responsibleFacts = z.object(responsibleFields);
export type ResponsibleFacts = z.infer<typeof responsibleFacts>;

const responsiblePerson = z.object({
  name: z.string(),
  ...responsibleFields,
  /** What the supplier's file said last; null: no file has named the person. */
  ofFile: z.nullable(responsibleFacts),
});
export type ResponsiblePerson = z.infer<typeof responsiblePerson>;

/** The input of a change of a responsible person, beside the account. */
export const responsibleChangeFields = {
  name: textField(150).check(z.overwrite(tidyText), minText(1, 'field.required')),
  /** '': none. */
  phone: textField(20),
  role: textField(100).check(z.trim()),
  until: z.nullable(dateField),
  /** What the editor saw; null: nobody of this name. */
  known: z.nullable(z.object({ phone: textField(20), role: textField(100), until: z.nullable(dateField) })),
  reason: textField(300).check(z.trim(), minText(3, 'field.required')),
};

/** Result of a change of a responsible person. */
export const changedResponsibleFields = {
  /** false: it stood so already. */
  isRecorded: z.boolean(),
  person: responsiblePerson,
};

/** Result of a change. */
export const recordedChangeFields = {
  /** false: the stored facts already have these values. */
  isRecorded: z.boolean(),
  /** The first closed month recalculated because of it; null: none. */
  recalculatedFrom: z.nullable(periodField),
  /** Of a change of holder what the former account is left with; null: another change. */
  closing: z.nullable(
    z.object({
      newAccount: z.string(),
      /** Name of the new holder. */
      newHolder: z.string(),
      /** Debt (+) or overpayment (−) of the former account, hryvnias, without the days that are not billed yet. */
      balance: z.string(),
      /** The last days of the former account; null: they belong to a closed month, or to one after one that is not closed. */
      days: z.nullable(
        z.object({
          period: periodField,
          to: dateField,
          energyKwh: z.number(),
          charged: z.string(),
          /** Their bill is made with the change; false: by the closing of the month, whose price is not known yet. */
          isBilledNow: z.boolean(),
        }),
      ),
    }),
  ),
};

/** The current master data of an account, its points and meters, with the recorded changes, newest first. */
export const masterDataFields = {
  holder: z.object({
    customerCode: z.string(),
    name: z.string(),
    customerType: z.enum(['person', 'entity']),
  }),
  /** '' when none is known. */
  address: z.string(),
  tariffCode: z.string(),
  contractEndedOn: z.nullable(dateField),
  points: z.array(z.object({ eicCode: z.string(), pointState, contractedPowerWatts: z.number() })),
  /** Installed meters first, then the removed ones, the latest first. */
  meters: z.array(
    z.object({
      serialNumber: z.string(),
      eicCode: z.string(),
      zoneScheme: zoneSchemeField,
      digitCapacity: z.number(),
      removedOn: z.nullable(dateField),
      /** The last accepted value of each register, or else the one of the installation. */
      lastValues: z.array(z.object({ zone: zoneField, value: z.number(), on: dateField })),
      /** The same of each channel. */
      channels: z.array(z.object({ channel: channelField, value: z.number(), on: dateField })),
    }),
  ),
  /** Every tariff of the supplier. */
  tariffs: z.array(z.object({ tariffCode: z.string(), title: z.string() })),
  /** The last closed month; null: none. */
  closedUpTo: z.nullable(periodField),
  /** Whom the supplier calls about the object, by name; the ended ones too. */
  responsibles: z.array(responsiblePerson),
  changes: z.array(
    z.object({
      changeId: z.string(),
      kind: z.string(),
      /** The serial number of a meter, the EIC of a point, the code of a customer, the name of a responsible person; '': the account itself. */
      subject: z.string(),
      effectiveOn: dateField,
      source: z.enum(['importFile', 'administrator', 'functionModule']),
      /** As in the audit; for a customer of the API the name of an administrator. */
      actor: z.string(),
      document: z.string(),
      before: z.record(z.string(), z.unknown()),
      after: z.record(z.string(), z.unknown()),
      recordedAt: instantField,
    }),
  ),
};
