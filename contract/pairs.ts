import * as z from 'zod/mini';
import { defineCall, success } from './define-call.ts';
import { textField } from './fields.ts';

export const pairs = defineCall({
  path: '/api/pairs',
  summary: 'The partner that is served under a domain: the domain and the short name of the supplier.',
  audience: 'public',
  input: z.object({ domain: textField(253) }),
  output: success({ items: z.array(z.object({ name: z.string(), value: z.string() })) }),
  failures: ['common.serviceDown'],
});
