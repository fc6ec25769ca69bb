import * as z from 'zod/mini';
import { defineCall, signedInput, success } from '../define-call.ts';
import { oldPasswordField, textField } from '../fields.ts';

const methodField = z.enum(['totp', 'sms']);

/**
 * Of an act that is refused with `identity.factorNeeded` when the second factor of the session was proven too long ago: a code of it,
 * or a recovery code. The refusal names the method.
 */
export const factorProof = { factorCode: z.optional(textField(20)) };
export const factorProofFailures = [
  'identity.factorNeeded',
  'identity.wrongCode',
  'identity.codeExpired',
  'identity.attemptsExhausted',
] as const;

export const beginSecondFactor = defineCall({
  path: '/api/second-factor/begin',
  summary: 'Begins to set up a second factor: the secret of an application, or a code sent to the phone.',
  audience: 'signedIn',
  area: 'own',
  changes: true,
  input: signedInput({ method: methodField, password: oldPasswordField }),
  output: success({
    /** For the QR code of an authenticator app. */
    otpauthUri: z.optional(z.string()),
    /** The same secret in Base32, for manual entry. */
    secret: z.optional(z.string()),
    maskedPhone: z.optional(z.string()),
    resendAfterSeconds: z.optional(z.number()),
    /** Too soon for another code: the code sent before is still valid. */
    alreadySent: z.optional(z.boolean()),
  }),
  failures: [
    'identity.wrongPassword',
    'identity.attemptsExhausted',
    'common.tooManyRequests',
    'common.serviceDown',
  ],
});

export const enableSecondFactor = defineCall({
  path: '/api/second-factor/enable',
  summary: 'Turns the second factor on by its first code; answers recovery codes, which are shown once.',
  audience: 'signedIn',
  area: 'own',
  changes: true,
  input: signedInput({ method: methodField, code: textField(10) }),
  output: success({ recoveryCodes: z.array(z.string()) }),
  failures: ['identity.wrongCode', 'identity.codeExpired', 'identity.attemptsExhausted'],
});

export const sendSecondFactorCode = defineCall({
  path: '/api/second-factor/send-code',
  summary: 'Sends a code of the second factor by SMS, for a change that asks for one.',
  audience: 'signedIn',
  area: 'own',
  changes: true,
  input: signedInput({}),
  output: success({
    maskedPhone: z.string(),
    resendAfterSeconds: z.number(),
    /** Too soon for another code: the code sent before is still valid. */
    alreadySent: z.optional(z.boolean()),
  }),
  failures: ['identity.secondFactorOff', 'common.tooManyRequests'],
});

export const disableSecondFactor = defineCall({
  path: '/api/second-factor/disable',
  summary: 'Turns the second factor off, by the password and a code of the factor or a recovery code.',
  audience: 'signedIn',
  area: 'own',
  changes: true,
  input: signedInput({ password: oldPasswordField, code: textField(20) }),
  output: success({}),
  failures: [
    'identity.wrongPassword',
    'identity.wrongCode',
    'identity.codeExpired',
    'identity.attemptsExhausted',
    'identity.secondFactorOff',
    'common.serviceDown',
  ],
});
