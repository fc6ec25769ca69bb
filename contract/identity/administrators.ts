import * as z from 'zod/mini';
import { defineCall, signedInput, success } from '../define-call.ts';
import { adminLoginField, emailField, personNameField, phoneField, textField } from '../fields.ts';
import { instantField } from '../values/dates.ts';
import { minText } from '../values/text-length.ts';
import { adminRoles } from './admin-roles.ts';
import { factorProof, factorProofFailures } from './second-factor.ts';

/** Days for which the link to set a password works. */
export const adminLinkDays = 7;

const rolesField = z.array(z.enum(adminRoles));

const adminSchema = z.object({
  login: z.string(),
  fullName: z.string(),
  roles: rolesField,
  /** '': none is known. */
  phone: z.string(),
  /** '': none is known. */
  email: z.string(),
  /** Two-factor sign-in is required, even without a factor of their own. */
  dualAuth: z.boolean(),
  secondFactor: z.enum(['none', 'totp', 'sms']),
  /** 'invited': nobody has set a password; 'expired': the link to do so works no more. */
  state: z.enum(['active', 'invited', 'expired', 'blocked']),
  /** '' unless blocked. */
  blockReason: z.string(),
  /** The administrator who asks. */
  isYou: z.boolean(),
  /** Null: never. */
  lastSignInAt: z.nullable(instantField),
  /** Sessions that stand. */
  sessionCount: z.number(),
  /** Until when the newest link to set a password works; null: there is none. */
  linkUntil: z.nullable(instantField),
});
export type AdministratorData = z.infer<typeof adminSchema>;

const ofOwner = { audience: 'admin', roles: ['owner'] } as const;
const changing = { ...ofOwner, changes: true } as const;
const listOutput = { admins: z.array(adminSchema) };

export const listAdmins = defineCall({
  path: '/api/admins/list',
  summary: 'The administrators with their roles, by login; for the owner.',
  ...ofOwner,
  input: signedInput({}),
  output: success(listOutput),
  failures: [],
});

/** What an owner says of an administrator. */
const ownFields = {
  fullName: personNameField,
  roles: rolesField.check(z.minLength(1, { error: 'field.required' }), z.maxLength(adminRoles.length)),
  /** Where codes of the second step go; needed with `dualAuth`. */
  phone: z.optional(phoneField),
  /** Where links to set a password go; without it they go to the phone. */
  email: z.optional(emailField),
  dualAuth: z.boolean(),
};
const reasonField = textField(300).check(z.trim(), minText(3, 'field.required'));
export const createAdmin = defineCall({
  path: '/api/admins/create',
  summary:
    'A new administrator, who sets a password by the link that is sent to the own e-mail or phone; one of them is needed.',
  ...changing,
  input: signedInput({ login: adminLoginField, ...ownFields, ...factorProof }),
  output: success({
    ...listOutput,
    /** The e-mail or phone that the link was sent to. */
    sentTo: z.string(),
  }),
  failures: [
    ...factorProofFailures,
    'identity.loginTaken',
    'identity.staffContactTaken',
    'common.serviceDown',
  ],
});

export const changeAdmin = defineCall({
  path: '/api/admins/change',
  summary:
    'Gives another administrator a name, phone, roles or a required second step, at once. Nobody changes the own ones, so an owner stays.',
  ...changing,
  input: signedInput({ login: adminLoginField, ...ownFields, reason: reasonField, ...factorProof }),
  output: success(listOutput),
  failures: [...factorProofFailures, 'identity.ownAccess', 'identity.staffContactTaken', 'common.notFound'],
});

/** What is done to the access of an administrator: 'link' sends a new link to set a password. */
export const adminActs = ['endSessions', 'resetFactor', 'link', 'block', 'unblock'] as const;
export type AdminAct = (typeof adminActs)[number];

export const actOnAdmin = defineCall({
  path: '/api/admins/act',
  summary:
    'Ends the sessions of another administrator, takes the second factor away, sends a new link to set a password, blocks or unblocks; the person and the other owners are notified.',
  ...changing,
  input: signedInput({ login: adminLoginField, act: z.enum(adminActs), reason: reasonField, ...factorProof }),
  output: success({
    ...listOutput,
    /** Of 'link': the e-mail or phone that it was sent to; null: of another act. */
    sentTo: z.nullable(z.string()),
  }),
  failures: [...factorProofFailures, 'identity.ownAccess', 'identity.noContact', 'common.notFound'],
});
