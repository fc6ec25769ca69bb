import * as z from 'zod/mini';
import { defineCall, signedInput, success } from '../define-call.ts';
import {
  accountNumberField,
  codeField,
  edrpouField,
  emailField,
  personNameField,
  phoneField,
  textField,
  uniqueCodeField,
} from '../fields.ts';
import { accountSchema, deviceFields, userSchema } from './sign-in.ts';

const codeFailures = [
  'identity.badCredentials',
  'identity.wrongCode',
  'identity.codeExpired',
  'identity.attemptsExhausted',
  'identity.codesUsedUp',
] as const;

/** Recipient of a code: the contact and, for an entity, the account. */
const contactFields = {
  phone: z.optional(phoneField),
  email: z.optional(emailField),
  account: z.optional(accountNumberField),
};

export const authSms = defineCall({
  path: '/api/auth/sms',
  summary: 'With an empty code in the pair sends one to the contact; with a code proves or uses it.',
  audience: 'public',
  /** Confirming a contact requires a session; an entity confirms its phone before it has a cabinet. */
  audienceOf: ({ action, userType }) => (action === 'confirm' && userType !== 'entity' ? userType : 'public'),
  basicAuth: true,
  input: signedInput({
    ...contactFields,
    /** An administrator may only confirm a contact. */
    userType: z.enum(['person', 'entity', 'admin']),
    action: z.enum(['register', 'login', 'recover', 'confirm']),
    /** Proof of work for a challenge of identity.workNeeded: `details` has the challenge and its bits. */
    work: z.optional(z.object({ challenge: textField(200), nonce: textField(20) })),
    ...deviceFields,
  }),
  output: success({
    /** The code was sent: when the next may be requested, and how long this one is valid. */
    resendAfterSeconds: z.optional(z.number()),
    expiresInSeconds: z.optional(z.number()),
    /** Too soon for another code, and the one sent before is still valid: these are its times. */
    alreadySent: z.optional(z.boolean()),
    /** The code is digits alone: a phone shows its keyboard of digits. */
    isNumeric: z.optional(z.boolean()),
    /** The code was right; its form may use it for half an hour. */
    proven: z.optional(z.boolean()),
    /** The code was right and signs the user in. */
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
    'identity.blocked',
    'identity.dualAuth',
    'identity.totpRequired',
    'common.tooManyRequests',
    'common.serviceDown',
  ],
});

/** Common fields of the sign-up forms. */
const agreementFields = {
  ...deviceFields,
  /** The version of the consent shown; only the one in force can be accepted. */
  consentVersion: z.optional(z.string().check(z.regex(/^[\d-]{1,9}$/, { error: 'field.invalid' }))),
};

export const applyAgreements = defineCall({
  path: '/api/apply-agreements',
  summary:
    'Makes the cabinet of a person: names, e-mail if there is one, password (in the pair), consent and the code of the phone.',
  audience: 'public',
  basicAuth: true,
  input: z.object({
    /** Absent or empty: the person has none (decision 0211). */
    email: z.optional(emailField),
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
  failures: [...codeFailures, 'identity.recoverByEmail', 'identity.blocked', 'common.serviceDown'],
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
