import * as z from 'zod/mini';
import { defineCall, signedInput, success } from '../define-call.ts';
import {
  accountNumberField,
  codeField,
  noChoice,
  requestIdField,
  textField,
  uniqueCodeField,
  uuidField,
} from '../fields.ts';
import { accountSchema } from '../identity/sign-in.ts';
import { dateField, instantField } from '../values/dates.ts';
import { moneyField } from '../values/money.ts';
import { maxText } from '../values/text-length.ts';

/** An account number as a JSON number: the browser's choice may be one, too. */
const numericAccount = z.int().check(z.minimum(1_000_000_000), z.maximum(9_999_999_999));

/** The choice of an object: an account number, 'DELETE', or the object as JSON or as a JSON string. */
const choiceItem = z.union([
  textField(2000),
  numericAccount,
  z.looseObject({ account: z.union([accountNumberField, numericAccount, z.literal(noChoice)]) }),
]);

/** The current objects and the chosen one; '' when none is chosen. */
const objectsNow = success({
  accounts: z.array(accountSchema),
  account: z.string(),
  /** Objects whose holder has not granted access yet. */
  waiting: z.optional(z.array(z.object({ account: accountNumberField, until: instantField }))),
});

export const listObjects = defineCall({
  path: '/api/person/objects/list',
  summary: 'The objects of the person, sorted by account number.',
  audience: 'person',
  input: signedInput({}),
  output: objectsNow,
  failures: [],
});

export const objectStates = defineCall({
  path: '/api/person/objects/states',
  summary: 'What is to be paid and to be done at each object of the person, sorted by account number.',
  audience: 'person',
  input: signedInput({}),
  output: success({
    states: z.array(
      z.object({
        account: accountNumberField,
        /** For energy; money in transit is not debt. */
        debet: moneyField,
        /** '0.00' when there is a debt. */
        credit: moneyField,
        /** Due for violation acts. */
        acts: moneyField,
        /** A reading, or a photo of the meter, is requested and can be given now. */
        asksReading: z.boolean(),
      }),
    ),
  }),
  failures: ['common.serviceDown'],
});

export const chooseApart = defineCall({
  path: '/api/choice-apart',
  summary: 'Chooses the object to work with; DELETE clears the choice.',
  audience: 'person',
  changes: true,
  input: signedInput({ item: choiceItem }),
  output: success({ item: z.nullable(accountSchema) }),
  failures: ['common.notFound'],
});

const shortText = textField(500);

/** Facts about an object. */
const objectInfoShape = {
  customer: z.object({
    name: shortText,
    phone: shortText,
    email: shortText,
    contractNumber: shortText,
    contractDate: dateField,
    consumerEic: shortText,
    tariff: shortText,
  }),
  bankInfo: z.object({ recipient: shortText, edrpou: shortText, iban: shortText, bank: shortText }),
  place: z.object({
    placeId: shortText,
    address: shortText,
    eic: shortText,
    contractedPowerKw: z.number(),
    heating: z.enum(['none', 'electric']),
  }),
  greenTarifHistories: z.array(
    z.object({ period: shortText, generatedKwh: z.number(), consumedKwh: z.number(), sum: moneyField }),
  ),
  customerResponsibles: z.array(z.object({ name: shortText, phone: shortText, role: shortText })),
};
export const objectInfoSchema = z.object(objectInfoShape);

export const objectInfo = defineCall({
  path: '/api/person/objects/info',
  summary:
    'Customer, bank details, place, feed-in history and people responsible for an object; what was kept last when the billing does not answer.',
  audience: 'person',
  accountField: 'account',
  input: signedInput({ partner: z.optional(textField(40)), account: accountNumberField }),
  output: success({
    ...objectInfoShape,
    /** When this was cached, if billing is unavailable; null: it is current. */
    keptAt: z.nullable(instantField),
  }),
  failures: ['common.notFound', 'common.serviceDown'],
});

/** Where `type` is to be saved. Source: base specification, section 7. */
export const savedFrom = { billing: 0, browser: 1 } as const;

export const saveObject = defineCall({
  path: '/api/person/objects/save',
  summary:
    'Keeps the information of an object for when the billing does not answer: read anew (type 0, acc) or as given, without bank details (type 1, data).',
  audience: 'person',
  changes: true,
  maxBytes: 64 * 1024,
  input: z.discriminatedUnion('type', [
    signedInput({ type: z.literal(savedFrom.billing), acc: accountNumberField }),
    signedInput({
      type: z.literal(savedFrom.browser),
      data: z.object({ account: accountNumberField, ...objectInfoShape }),
    }),
  ]),
  output: success({ savedAt: instantField }),
  failures: ['common.notFound', 'common.serviceDown'],
});

export const addObject = defineCall({
  path: '/api/post-add-objects',
  summary: 'Puts an account into the cabinet of the person who knows its code, which is printed on the bill.',
  audience: 'person',
  changes: true,
  input: signedInput({
    partner: z.optional(textField(40)),
    /** Not yet in the cabinet: the code proves ownership. */
    account: accountNumberField,
    code: uniqueCodeField,
    /** Code sent to the phone of the contract; '' requests another. Only if the supplier requires it. */
    confirmation: z.optional(z.union([z.literal(''), codeField])),
  }),
  output: objectsNow,
  failures: [
    'accounts.codeMismatch',
    'accounts.alreadyAdded',
    'accounts.noContract',
    'accounts.confirmationNeeded',
    'identity.wrongCode',
    'identity.codesUsedUp',
    'identity.codeExpired',
    'identity.attemptsExhausted',
    'common.tooManyRequests',
    'common.serviceDown',
  ],
});

/** Maximum length of an object name. */
export const maxObjectNameLength = 40;

/** Control characters, lone surrogates and bidirectional controls. */
const hidden = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u;

/** The person's own name of an object; handlers get it trimmed. Empty: resets it to the address. */
const objectNameField = z.string().check(
  z.trim(),
  maxText(maxObjectNameLength),
  z.refine((name) => !hidden.test(name), { error: 'field.invalid' }),
);

export const renameObject = defineCall({
  path: '/api/post-rename-objects',
  summary: 'Gives an object a name of the person’s own; an empty one gives it its address back.',
  audience: 'person',
  accountField: 'account',
  changes: true,
  input: signedInput({ new_name: objectNameField, account: accountNumberField }),
  output: objectsNow,
  failures: ['common.notFound', 'common.serviceDown'],
});

export const dropObject = defineCall({
  path: '/api/post-drop-objects',
  summary: 'Takes an object out of the cabinet; the account and its contract stay as they are.',
  audience: 'person',
  accountField: 'account',
  changes: true,
  endsAccess: true,
  input: signedInput({
    partner: z.optional(textField(40)),
    account: accountNumberField,
    /** The choice of the browser; the server uses its own. */
    currAccount: z.optional(textField(40)),
  }),
  output: objectsNow,
  failures: ['common.notFound', 'common.serviceDown'],
});

/** The people who have an account in their cabinet, as the others may see them. */
const accessList = success({
  /** The holder of the contract first, then by time of access. */
  people: z.array(
    z.object({
      accessId: uuidField,
      /** First name and initial of the surname; '' when unknown. The caller's own name is complete. */
      name: z.string(),
      /** Masked except the caller's own. */
      phone: z.string(),
      email: z.string(),
      since: instantField,
      isYou: z.boolean(),
      /** The confirmed phone is that of the contract. */
      isHolder: z.boolean(),
    }),
  ),
  /** Whether the caller may end the access of others: the holder of the contract. */
  mayEnd: z.boolean(),
  /** Whether the caller may grant access: the holder, or the first person where the account has no holder. */
  mayAllow: z.boolean(),
  waiting: z.array(
    z.object({
      waitingId: uuidField,
      name: z.string(),
      phone: z.string(),
      askedAt: instantField,
      until: instantField,
    }),
  ),
  /** The code that adds the account to a cabinet; null except for the holder. */
  addingCode: z.nullable(z.object({ value: z.string(), changedAt: z.nullable(instantField) })),
});

export const listAccess = defineCall({
  path: '/api/person/objects/access',
  summary: 'Who has an account in the cabinet and who waits for it, with contacts masked.',
  audience: 'person',
  accountField: 'account',
  input: signedInput({ account: accountNumberField }),
  output: accessList,
  failures: ['common.notFound', 'common.serviceDown'],
});

export const endAccess = defineCall({
  path: '/api/person/objects/end-access',
  summary:
    'Ends the access of somebody else at once, by the holder of the contract; the code becomes another.',
  audience: 'person',
  accountField: 'account',
  changes: true,
  input: signedInput({ account: accountNumberField, accessId: uuidField }),
  output: accessList,
  failures: ['common.notFound', 'accounts.holderOnly', 'common.serviceDown'],
});

export const decideAccess = defineCall({
  path: '/api/person/objects/decide-access',
  summary: 'Lets somebody in who knows the code and waits, or refuses.',
  audience: 'person',
  accountField: 'account',
  changes: true,
  input: signedInput({ account: accountNumberField, waitingId: uuidField, isAllowed: z.boolean() }),
  output: accessList,
  failures: ['common.notFound', 'accounts.holderOnly', 'common.serviceDown'],
});

export const renewAccessCode = defineCall({
  path: '/api/person/objects/renew-code',
  summary: 'Replaces the code that adds the account to a cabinet, by the holder of the contract.',
  audience: 'person',
  accountField: 'account',
  changes: true,
  input: signedInput({ account: accountNumberField, requestId: requestIdField }),
  output: accessList,
  failures: ['common.notFound', 'common.requestReused', 'accounts.holderOnly', 'common.serviceDown'],
});
