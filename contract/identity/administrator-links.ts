import * as z from 'zod/mini';
import { defineCall, success } from '../define-call.ts';
import { instantField } from '../values/dates.ts';
import { maxText } from '../values/text-length.ts';

/** How the key of such a link begins: it leads to the page of invitations. */
export const adminKeyStart = 'staff-';

/** The secret of a link to set a password. */
const keyField = z.string().check(maxText(60), z.regex(/^staff-[\w-]{20,50}$/, { error: 'field.invalid' }));

export const readAdminLink = defineCall({
  path: '/api/admins/link',
  summary: 'Whose password a link sets, for the holder of a link that works.',
  audience: 'public',
  input: z.object({ key: keyField }),
  output: success({ login: z.string(), fullName: z.string(), expiresAt: instantField }),
  failures: ['identity.invitationEnded'],
});

export const setAdminPassword = defineCall({
  path: '/api/admins/set-password',
  summary:
    'Sets the password (in the pair with the login) of an administrator by a link, which works once; sessions end.',
  audience: 'public',
  basicAuth: true,
  input: z.object({ key: keyField }),
  output: success({}),
  failures: ['identity.badCredentials', 'identity.invitationEnded', 'common.serviceDown'],
});
