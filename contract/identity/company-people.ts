import * as z from 'zod/mini';
import { defineCall, fileTypes, signedInput, success } from '../define-call.ts';
import {
  accountNumberField,
  cursorField,
  eicField,
  emailField,
  exportFormatField,
  personNameField,
  phoneField,
  uuidField,
} from '../fields.ts';
import { dateField, instantField } from '../values/dates.ts';
import { legalVersionField } from '../values/legal-keys.ts';
import { maxText, minText } from '../values/text-length.ts';
import { companyAreas, companyRoles } from './company-roles.ts';

/** Most people of a company, invited ones among them. */
export const maxPeople = 200;
/** Days for which the link of an invitation works. */
export const invitationDays = 7;

/** What a person sees: all accounts, some accounts, or metering points by EIC code. */
const objectsField = z.union([
  z.object({ kind: z.literal('all') }),
  z.object({
    kind: z.literal('accounts'),
    accounts: z.array(accountNumberField).check(z.minLength(1), z.maxLength(1000)),
  }),
  z.object({
    kind: z.literal('points'),
    points: z.array(eicField.check(minText(1))).check(z.minLength(1), z.maxLength(1000)),
  }),
]);
export type PersonObjects = z.infer<typeof objectsField>;

const roleField = z.enum(companyRoles);

const personSchema = z.object({
  personId: uuidField,
  name: z.string(),
  email: z.string(),
  role: roleField,
  objects: objectsField,
  /** 'expired': the link of the invitation works no more; 'ended': no access, or the invitation was withdrawn. */
  state: z.enum(['invited', 'expired', 'active', 'ended']),
  /** The sign-in of the contract: it can be neither changed nor ended here. */
  isContract: z.boolean(),
  isYou: z.boolean(),
  /** Says whose sign-in it is; null: of the contract, or not accepted yet. */
  uniqueCode: z.nullable(z.string()),
  /** To ten minutes; null: never. */
  lastUsedAt: z.nullable(instantField),
  invitedAt: z.nullable(instantField),
  expiresAt: z.nullable(instantField),
  endedAt: z.nullable(instantField),
});
export type CompanyPersonData = z.infer<typeof personSchema>;

export const listPeople = defineCall({
  path: '/api/company/people/list',
  summary:
    'The people of the company with role, objects and state: the contract first, then by name, the ended ones last.',
  audience: 'entity',
  area: 'people',
  input: signedInput({}),
  output: success({ people: z.array(personSchema) }),
  failures: [],
});

const accessFields = { role: roleField, objects: objectsField };
const peopleOutput = success({ people: z.array(personSchema) });

export const invitePerson = defineCall({
  path: '/api/company/people/invite',
  summary:
    'Invites somebody to the cabinet of the company by a letter with a link that works once, for seven days.',
  audience: 'entity',
  area: 'people',
  changes: true,
  input: signedInput({ name: personNameField, email: emailField, ...accessFields }),
  output: peopleOutput,
  failures: [
    'identity.alreadyInvited',
    'identity.tooManyPeople',
    'common.tooManyRequests',
    'common.notFound',
  ],
});

export const resendInvitation = defineCall({
  path: '/api/company/people/resend',
  summary: 'Sends the letter of an invitation again with a new link; the former link works no more.',
  audience: 'entity',
  area: 'people',
  changes: true,
  input: signedInput({ personId: uuidField }),
  output: peopleOutput,
  failures: ['common.tooManyRequests', 'common.notFound'],
});

export const changePerson = defineCall({
  path: '/api/company/people/change',
  summary: 'Gives a person of the company another role or other objects, at once.',
  audience: 'entity',
  area: 'people',
  changes: true,
  input: signedInput({ personId: uuidField, ...accessFields }),
  output: peopleOutput,
  failures: ['identity.ownAccess', 'common.notFound'],
});

export const endPerson = defineCall({
  path: '/api/company/people/end',
  summary:
    'Ends the access of a person of the company with every session of theirs, or withdraws an invitation.',
  audience: 'entity',
  area: 'people',
  changes: true,
  input: signedInput({ personId: uuidField }),
  output: peopleOutput,
  failures: ['identity.ownAccess', 'common.notFound'],
});

const actionFilter = {
  /** Of one person; absent: of all. */
  personId: z.optional(uuidField),
  from: z.optional(dateField),
  to: z.optional(dateField),
};

const actionSchema = z.object({
  actionId: uuidField,
  /** Name of the person; of a program its own name. */
  who: z.string(),
  role: roleField,
  /** Whether a program did it, by a token of the person. */
  isProgram: z.boolean(),
  /** Path of the call. */
  call: z.string(),
  /** The words of the list. */
  what: z.string(),
  area: z.enum(companyAreas),
  account: z.nullable(z.string()),
  /** How many meters or points it was about; null: about none. */
  objectCount: z.nullable(z.number()),
  happenedAt: instantField,
  address: z.string(),
  /** 'unknown': the server was stopped before it ended. */
  outcome: z.enum(['done', 'refused', 'unknown']),
  /** Why it was refused; null: it was not. */
  reason: z.nullable(z.string()),
});

export const listActions = defineCall({
  path: '/api/company/actions/list',
  summary:
    'What the people of the company changed or tried to, newest first; `next` is the cursor of the following part.',
  audience: 'entity',
  area: 'people',
  input: signedInput({ ...actionFilter, cursor: z.optional(cursorField) }),
  output: success({ actions: z.array(actionSchema), next: z.nullable(cursorField), count: z.number() }),
  failures: [],
});

export const exportActions = defineCall({
  path: '/api/company/actions/export',
  summary: 'The actions of a filter as a table to keep, the newest 10,000 at most.',
  audience: 'entity',
  area: 'people',
  file: [fileTypes.xlsx, fileTypes.csv],
  input: signedInput({ ...actionFilter, format: exportFormatField }),
  output: z.unknown(),
  failures: [],
});

/** The secret of an invitation's link. */
const invitationKeyField = z
  .string()
  .check(maxText(60), z.regex(/^[\w-]{20,60}$/, { error: 'field.invalid' }));

export const readInvitation = defineCall({
  path: '/api/company/invitation',
  summary: 'Who invites whom, for whoever has the link of an invitation that stands.',
  audience: 'public',
  input: z.object({ key: invitationKeyField }),
  output: success({
    company: z.string(),
    name: z.string(),
    email: z.string(),
    role: roleField,
    expiresAt: instantField,
  }),
  failures: ['identity.invitationEnded'],
});

export const joinCompany = defineCall({
  path: '/api/company/join',
  summary: 'Accepts an invitation: name, phone and password (in the pair with the e-mail) of an own sign-in.',
  audience: 'public',
  basicAuth: true,
  input: z.object({
    key: invitationKeyField,
    name: personNameField,
    phone: phoneField,
    consentVersion: z.optional(legalVersionField),
  }),
  output: success({
    /** What to sign in with, beside the password. */
    account: accountNumberField,
    uniqueCode: z.string(),
  }),
  failures: ['identity.badCredentials', 'identity.invitationEnded', 'common.serviceDown'],
});
