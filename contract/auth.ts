import * as z from 'zod/mini';
import { defineCall, signedInput, success } from './define-call.ts';
import { accountNumberField, instantField, phoneField, textField } from './fields.ts';

/** What the browser says of itself at sign-in. */
const deviceFields = {
  language: z.optional(textField(35)),
  platform: z.optional(textField(100)),
  site: z.optional(textField(200)),
};

/** The signed-in user as the browser keeps it. */
export const userSchema = z.object({
  token: z.string(),
  type: z.enum(['person', 'entity', 'admin']),
  expires: instantField,
  phone: z.string(),
  email: z.string(),
  /** The account chosen last; '' when none is. */
  account: z.string(),
  partner: z.string(),
});

/** One object of a person: the account, its address and the person's own name for it. */
export const accountSchema = z.object({
  account: accountNumberField,
  address: z.string(),
  /** The person's own name; falls back to the address. */
  objectName: z.string(),
  greenTarif: z.boolean(),
  placeId: z.string(),
});

export const signInPerson = defineCall({
  path: '/api/auth/person',
  summary: 'Signs a person in by phone and password; answers with the token, the user and the objects.',
  audience: 'public',
  basicAuth: true,
  input: z.object({ phone: phoneField, userType: z.literal('person'), ...deviceFields }),
  output: success({ user: userSchema, accounts: z.array(accountSchema) }),
  failures: [
    'identity.badCredentials',
    'identity.attemptsExhausted',
    'common.tooManyRequests',
    'common.serviceDown',
  ],
});

export const checkSession = defineCall({
  path: '/api/check-session',
  summary: 'Says whether the session stands, and renews the token when more than half of its time is used.',
  audience: 'signedIn',
  input: signedInput({}),
  output: success({ token: z.string(), expires: instantField }),
  failures: [],
});

export const signOut = defineCall({
  path: '/api/auth/sign-out',
  summary: 'Ends the session at once.',
  audience: 'signedIn',
  input: signedInput({}),
  output: success({}),
  failures: [],
});
