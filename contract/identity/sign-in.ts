import * as z from 'zod/mini';
import { defineCall, signedInput, success } from '../define-call.ts';
import { accountNumberField, phoneField, textField, uniqueCodeField, uuidField } from '../fields.ts';
import { instantField } from '../values/dates.ts';
import { adminRoles } from './admin-roles.ts';
import { companyRoles } from './company-roles.ts';

/** Device data of the browser at sign-in. */
export const deviceFields = {
  language: z.optional(textField(35)),
  platform: z.optional(textField(100)),
  site: z.optional(textField(200)),
};

/** Of a legal entity's sign-in: what it may, see `mayUse`. */
const companyPersonSchema = z.object({
  role: z.enum(companyRoles),
  objects: z.enum(['all', 'accounts', 'points']),
});

/** The signed-in user as stored by the browser. */
export const userSchema = z.object({
  token: z.string(),
  type: z.enum(['person', 'entity', 'admin']),
  expires: instantField,
  phone: z.string(),
  email: z.string(),
  /** The account chosen last; '' for none. */
  account: z.string(),
  partner: z.string(),
  /** Owner of the cabinet, the same at every sign-in: data queued on a device is bound to it. */
  userId: z.optional(uuidField),
  /** Absent: no legal entity. */
  company: z.optional(companyPersonSchema),
  /** Whether this sign-in had a second step. */
  dualAuth: z.optional(z.boolean()),
});

/** An administrator as stored by the browser. */
export const adminUserSchema = z.extend(userSchema, {
  login: z.string(),
  fullName: z.string(),
  roles: z.array(z.enum(adminRoles)),
});

/** One object of a person: the account, its address and the person's own name for it. */
export const accountSchema = z.object({
  account: accountNumberField,
  address: z.string(),
  /** The person's own name; the address by default. */
  objectName: z.string(),
  greenTarif: z.boolean(),
  placeId: z.string(),
});

/** The answer to a completed sign-in. */
const signedInSchema = success({ user: userSchema, accounts: z.array(accountSchema) });

/** `details` of identity.dualAuth and identity.totpRequired: the required second step. */
export const challengeSchema = z.object({
  challenge: uuidField,
  method: z.enum(['totp', 'sms']),
  /** '' for an authenticator app. */
  maskedPhone: z.string(),
  /** 0 for an authenticator app. */
  resendAfterSeconds: z.number(),
  expiresInSeconds: z.number(),
  /** SMS code: sent before and still valid, or not sent yet because it was too soon. Absent: sent now. */
  codeSent: z.optional(z.enum(['before', 'notYet'])),
});

const signInFailures = [
  'identity.badCredentials',
  'identity.attemptsExhausted',
  'identity.dualAuth',
  'identity.totpRequired',
  'common.tooManyRequests',
  'common.serviceDown',
] as const;
const ofCustomers = [...signInFailures, 'identity.blocked'] as const;

export const signInPerson = defineCall({
  path: '/api/auth/person',
  summary: 'Signs a person in by phone and password; answers with the token, the user and the objects.',
  audience: 'public',
  basicAuth: true,
  input: z.object({ phone: phoneField, userType: z.literal('person'), ...deviceFields }),
  output: signedInSchema,
  failures: ofCustomers,
});

export const signInEntity = defineCall({
  path: '/api/auth/entity',
  summary:
    'Signs an entity in by account, password and unique code; answers with the token, the user and accounts.',
  audience: 'public',
  basicAuth: true,
  input: z.object({
    account: accountNumberField,
    unique_code: uniqueCodeField,
    userType: z.literal('entity'),
    ...deviceFields,
  }),
  output: signedInSchema,
  failures: ofCustomers,
});

export const signInAdmin = defineCall({
  path: '/api/auth/admin_panel',
  summary: 'Signs an administrator in by login and password; answers with the token and the user.',
  audience: 'public',
  basicAuth: true,
  input: z.object({ login: textField(64) }),
  output: success({ user: adminUserSchema }),
  failures: signInFailures,
});

export const passSecondFactor = defineCall({
  path: '/api/auth/second-factor',
  summary: 'Completes a way in by the code of its second step, or by a recovery code.',
  audience: 'public',
  input: z.object({ challenge: uuidField, code: textField(20) }),
  output: success({ user: z.union([adminUserSchema, userSchema]), accounts: z.array(accountSchema) }),
  failures: ['identity.wrongCode', 'identity.codeExpired', 'identity.attemptsExhausted'],
});

export const resendSecondFactor = defineCall({
  path: '/api/auth/second-factor-resend',
  summary: 'Sends the code of a second step again.',
  audience: 'public',
  input: z.object({ challenge: uuidField }),
  output: success({ resendAfterSeconds: z.number(), expiresInSeconds: z.number() }),
  failures: ['identity.codeExpired'],
});

export const checkSession = defineCall({
  path: '/api/check-session',
  summary: 'Says whether the session stands, and renews the token when more than half of its time is used.',
  audience: 'signedIn',
  area: 'own',
  input: signedInput({}),
  output: success({
    token: z.string(),
    expires: instantField,
    company: z.optional(companyPersonSchema),
    /** Of an administrator: the roles as they are now. */
    admin: z.optional(z.object({ token: z.string(), roles: z.array(z.enum(adminRoles)) })),
  }),
  failures: [],
});

export const signOut = defineCall({
  path: '/api/auth/sign-out',
  summary: 'Ends the session at once.',
  audience: 'signedIn',
  area: 'own',
  input: signedInput({}),
  output: success({}),
  failures: [],
});
