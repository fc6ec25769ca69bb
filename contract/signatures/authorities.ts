import * as z from 'zod/mini';
import { defineCall, signedInput, success } from '../define-call.ts';
import { uuidField } from '../fields.ts';
import { instantField } from '../values/dates.ts';
import { secondPersonFailures } from '../values/second-person.ts';
import { authoritySchema } from '../values/signature.ts';

/** What an owner proposes about trusted authorities; another owner confirms it. */
const authorityProposalSchema = z.object({
  proposalId: uuidField,
  /** 'addresses': of servers of authorities that are known already; 'removal': to be trusted no longer. */
  kind: z.enum(['certificates', 'addresses', 'removal']),
  /** Names of the authorities. */
  names: z.array(z.string()),
  /** Whose signature of the whole list was verified; null: it has none. */
  signedBy: z.nullable(z.string()),
  author: z.string(),
  proposedAt: instantField,
  /** Of who asks: another owner confirms it. */
  isOwn: z.boolean(),
});
export type AuthorityProposal = z.infer<typeof authorityProposalSchema>;

const listFields = {
  authorities: z.array(authoritySchema),
  /** Those that wait, oldest first. */
  proposals: z.array(authorityProposalSchema),
};

export const listAuthorities = defineCall({
  path: '/api/signatures/authorities',
  summary:
    'The certificates of authorities that signatures are checked by, and proposals that wait for a second owner.',
  audience: 'admin',
  roles: ['owner'],
  input: signedInput({}),
  output: success({
    /** Whether the server asks authorities for revocation and time stamps. */
    isNetworkOn: z.boolean(),
    ...listFields,
  }),
  failures: [],
});

/** Of a file of certificates of authorities. */
export const maxAuthorityBytes = 5 * 1024 * 1024;

export const addAuthorities = defineCall({
  path: '/api/signatures/add-authorities',
  summary:
    'Proposes the authorities of a list that the central authority signed, or those of a file (.cer, .crt, .pem, .p7b) that it issued; of CAs.json their addresses. Another owner confirms them.',
  audience: 'admin',
  roles: ['owner'],
  changes: true,
  upload: { maxBytes: maxAuthorityBytes, tooLarge: 'signature.fileTooLarge' },
  input: signedInput({}),
  output: success({
    /** Certificates that wait for another owner now; of addresses: the authorities that they are of. */
    proposed: z.number(),
    /** Certificates that are trusted already. */
    known: z.number(),
    /** Certificates of no authority, or of an unsupported algorithm. */
    skipped: z.number(),
    /** Certificates of authorities that the central authority did not issue; left out. */
    unproven: z.number(),
    ...listFields,
  }),
  failures: [
    'signature.wrongList',
    'signature.noAuthorities',
    'signature.unprovenAuthorities',
    'signature.badList',
    'signature.fileTooLarge',
  ],
});

export const decideAuthorities = defineCall({
  path: '/api/signatures/decide-authorities',
  summary:
    'Confirms what another owner proposed: authorities are trusted, or trusted no longer, from then on. Or withdraws a proposal.',
  audience: 'admin',
  roles: ['owner'],
  changes: true,
  input: signedInput({ proposalId: uuidField, decision: z.enum(['confirm', 'withdraw']) }),
  output: success(listFields),
  failures: ['common.notFound', ...secondPersonFailures],
});

export const removeAuthority = defineCall({
  path: '/api/signatures/remove-authority',
  summary:
    'Proposes to trust a certificate of an authority no longer; another owner confirms it. Signatures that were judged stay.',
  audience: 'admin',
  roles: ['owner'],
  changes: true,
  input: signedInput({
    authorityId: z.string().check(z.regex(/^[0-9a-f]{64}$/, { error: 'field.invalid' })),
  }),
  output: success(listFields),
  failures: ['common.notFound'],
});
