import * as z from 'zod/mini';
import { defineCall, signedInput, success } from '../define-call.ts';
import { authoritySchema } from '../values/signature.ts';

export const listAuthorities = defineCall({
  path: '/api/signatures/authorities',
  summary: 'The certificates of authorities that signatures are checked by, for administrators.',
  audience: 'admin',
  roles: ['owner'],
  input: signedInput({}),
  output: success({
    /** Whether the server asks authorities for revocation and time stamps. */
    isNetworkOn: z.boolean(),
    authorities: z.array(authoritySchema),
  }),
  failures: [],
});

/** Of a file of certificates of authorities. */
export const maxAuthorityBytes = 5 * 1024 * 1024;

export const addAuthorities = defineCall({
  path: '/api/signatures/add-authorities',
  summary:
    'Adds the certificates of authorities of a file (.cer, .crt, .pem, .p7b); those of users are left out.',
  audience: 'admin',
  roles: ['owner'],
  changes: true,
  upload: { maxBytes: maxAuthorityBytes, tooLarge: 'signature.fileTooLarge' },
  input: signedInput({}),
  output: success({
    /** Certificates that were not there before. */
    added: z.number(),
    /** Certificates that were there. */
    known: z.number(),
    /** Certificates of no authority, or of an unsupported algorithm. */
    skipped: z.number(),
    authorities: z.array(authoritySchema),
  }),
  failures: ['signature.wrongFile', 'signature.noAuthorities', 'signature.fileTooLarge'],
});

export const removeAuthority = defineCall({
  path: '/api/signatures/remove-authority',
  summary: 'Trusts a certificate of an authority no longer; signatures that were judged stay.',
  audience: 'admin',
  roles: ['owner'],
  changes: true,
  input: signedInput({
    authorityId: z.string().check(z.regex(/^[0-9a-f]{64}$/, { error: 'field.invalid' })),
  }),
  output: success({ authorities: z.array(authoritySchema) }),
  failures: ['common.notFound'],
});
