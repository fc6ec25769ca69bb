import * as z from 'zod/mini';
import { defineCall, signedInput, success } from '../define-call.ts';
import { adminRoles } from './admin-roles.ts';

const adminSchema = z.object({
  login: z.string(),
  fullName: z.string(),
  roles: z.array(z.enum(adminRoles)),
  /** Two-factor sign-in is required, even without a factor of their own. */
  dualAuth: z.boolean(),
  secondFactor: z.enum(['none', 'totp', 'sms']),
  blocked: z.boolean(),
});

export const listAdmins = defineCall({
  path: '/api/admins/list',
  summary: 'The administrators with their roles, by login; for the owner.',
  audience: 'admin',
  roles: ['owner'],
  input: signedInput({}),
  output: success({ admins: z.array(adminSchema) }),
  failures: [],
});
