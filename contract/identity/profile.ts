import * as z from 'zod/mini';
import { defineCall, signedInput, success } from '../define-call.ts';
import {
  accountNumberField,
  codeField,
  emailField,
  newPasswordField,
  oldPasswordField,
  personNameField,
  phoneField,
  textField,
} from '../fields.ts';
import { instantField } from '../values/dates.ts';
import { adminRoles } from './admin-roles.ts';
import { userSchema } from './sign-in.ts';

/** Profile of the signed-in person, entity or administrator. */
export const profileSchema = z.object({
  type: z.enum(['person', 'entity', 'admin']),
  phone: z.string(),
  email: z.string(),
  emailConfirmed: z.boolean(),
  surname: z.string(),
  name: z.string(),
  middleName: z.string(),
  /** null: never changed. */
  passwordChangedAt: z.nullable(instantField),
  secondFactor: z.enum(['none', 'totp', 'sms']),
  /** Sign-in codes go to the phone, or may: changing it requires a code of the second factor. */
  phoneGuarded: z.boolean(),
  consents: z.array(z.object({ kind: z.string(), version: z.string(), givenAt: instantField })),
  /** Administrators only. */
  login: z.optional(z.string()),
  roles: z.optional(z.array(z.enum(adminRoles))),
});

export const getProfile = defineCall({
  path: '/api/profile/get',
  summary: 'What is kept of whoever is signed in: contacts, names, second factor, consents.',
  audience: 'signedIn',
  area: 'own',
  input: signedInput({}),
  output: success({ profile: profileSchema }),
  failures: [],
});

export const updateProfile = defineCall({
  path: '/api/update-profile',
  summary: 'Keeps the names and the chosen account; a phone or e-mail of another value needs a code.',
  audience: 'signedIn',
  area: 'own',
  accountField: 'account',
  changes: true,
  input: signedInput({
    phone: z.optional(phoneField),
    account: z.optional(accountNumberField),
    email: z.optional(emailField),
    userType: z.enum(['person', 'entity', 'admin']),
    surname: z.optional(personNameField),
    name: z.optional(personNameField),
    middle_n: z.optional(personNameField),
  }),
  output: success({ user: userSchema }),
  failures: ['identity.confirmationNeeded', 'common.notFound'],
});

export const changePassword = defineCall({
  path: '/api/auth/change-password',
  summary: 'Sets a new password in place of the one that is known, and ends every other session.',
  audience: 'signedIn',
  area: 'own',
  changes: true,
  input: signedInput({ old_pass: oldPasswordField, new_pass: newPasswordField }),
  output: success({ endedSessions: z.number() }),
  failures: ['identity.wrongPassword', 'identity.attemptsExhausted', 'common.serviceDown'],
});

const contactFailures = [
  'identity.wrongPassword',
  'identity.wrongCode',
  'identity.codeExpired',
  'identity.attemptsExhausted',
  'identity.phoneTaken',
  'identity.emailTaken',
  'common.serviceDown',
] as const;

export const changePhone = defineCall({
  path: '/api/profile/change-phone',
  summary: 'Changes the phone to one that its owner confirmed by a code; the password is asked too.',
  audience: 'signedIn',
  area: 'own',
  changes: true,
  input: signedInput({
    phone: phoneField,
    code: codeField,
    password: oldPasswordField,
    /** Code of the second factor, or a recovery code; needed while sign-in codes go to the phone. */
    factorCode: z.optional(textField(20)),
  }),
  output: success({ profile: profileSchema }),
  failures: contactFailures,
});

export const changeEmail = defineCall({
  path: '/api/profile/change-email',
  summary: 'Changes or confirms the e-mail by a code that was sent to it; the password is asked too.',
  audience: 'signedIn',
  area: 'own',
  changes: true,
  input: signedInput({ email: emailField, code: codeField, password: oldPasswordField }),
  output: success({ profile: profileSchema }),
  failures: contactFailures,
});
