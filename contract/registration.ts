import * as z from 'zod/mini';
import { accountSchema, deviceFields, userSchema } from './auth.ts';
import { consentVersion } from './consent.ts';
import { defineCall, signedInput, success } from './define-call.ts';
import {
  accountNumberField,
  codeField,
  edrpouField,
  emailField,
  personNameField,
  phoneField,
  textField,
  uniqueCodeField,
} from './fields.ts';

const codeFailures = [
  'identity.badCredentials',
  'identity.wrongCode',
  'identity.codeExpired',
  'identity.attemptsExhausted',
  'identity.codesUsedUp',
] as const;

/** Who a code is for: the contact to which it goes, and of an entity the account too. */
const contactFields = {
  phone: z.optional(phoneField),
  email: z.optional(emailField),
  account: z.optional(accountNumberField),
};

export const authSms = defineCall({
  path: '/api/auth/sms',
  summary: 'With an empty code in the pair sends one to the contact; with a code proves or uses it.',
  audience: 'public',
  /** A contact is confirmed by whoever is signed in; an entity confirms its phone before it has a cabinet. */
  audienceOf: ({ action, userType }) => (action === 'confirm' && userType !== 'entity' ? userType : 'public'),
  basicAuth: true,
  input: signedInput({
    ...contactFields,
    /** An administrator may only confirm a contact. */
    userType: z.enum(['person', 'entity', 'admin']),
    action: z.enum(['register', 'login', 'recover', 'confirm']),
    /** What the browser found for a challenge of identity.workNeeded: `details` has the challenge and its bits. */
    work: z.optional(z.object({ challenge: textField(200), nonce: textField(20) })),
    ...deviceFields,
  }),
  output: success({
    /** A code is on its way: when the next may be asked for, and how long this one is good. */
    resendAfterSeconds: z.optional(z.number()),
    expiresInSeconds: z.optional(z.number()),
    /** The code was right; the form that asked for it may use it for half an hour. */
    proven: z.optional(z.boolean()),
    /** The code was right and is the way in. */
    user: z.optional(userSchema),
    accounts: z.optional(z.array(accountSchema)),
  }),
  failures: [
    ...codeFailures,
    'identity.phoneTaken',
    'identity.smsLoginFailed',
    'identity.codeSignInOff',
    'identity.workNeeded',
    'identity.passwordNeeded',
    'identity.recoverByEmail',
    'identity.dualAuth',
    'identity.totpRequired',
    'common.tooManyRequests',
    'common.serviceDown',
  ],
});

/** What the form of a sign-up sends of itself. */
const agreementFields = {
  ...deviceFields,
  /** The version of the consent that was shown: only the text that stands can be agreed to. */
  consentVersion: z.optional(z.literal(consentVersion)),
};

export const applyAgreements = defineCall({
  path: '/api/apply-agreements',
  summary:
    'Makes the cabinet of a person: names, e-mail, password (in the pair), consent and the code of the phone.',
  audience: 'public',
  basicAuth: true,
  input: z.object({
    email: emailField,
    phone: phoneField,
    name: personNameField,
    surname: personNameField,
    middle_n: personNameField,
    code: codeField,
    ...agreementFields,
  }),
  output: success({}),
  failures: [...codeFailures, 'identity.phoneTaken', 'common.serviceDown'],
});

export const recoverPassword = defineCall({
  path: '/api/auth/recover-password',
  summary: 'Sets a new password (in the pair) by a code of recovery, and ends every session.',
  audience: 'public',
  basicAuth: true,
  input: z.object({ ...contactFields, userType: z.enum(['person', 'entity']), code: codeField }),
  output: success({}),
  failures: [...codeFailures, 'identity.recoverByEmail', 'common.serviceDown'],
});

export const signUpEntity = defineCall({
  path: '/api/entity/sign-up',
  summary: 'Makes the cabinet of an entity that knows the unique code and the EDRPOU of an account.',
  audience: 'public',
  basicAuth: true,
  input: z.object({
    account: accountNumberField,
    unique_code: uniqueCodeField,
    edrpou: edrpouField,
    email: emailField,
    phone: phoneField,
    code: codeField,
    ...agreementFields,
  }),
  output: success({}),
  failures: [
    ...codeFailures,
    'identity.entityTaken',
    'accounts.codeMismatch',
    'accounts.noContract',
    'common.serviceDown',
  ],
});
