import * as z from 'zod/mini';
import { defineCall, success } from './define-call.ts';
import { textField, uuidField } from './fields.ts';

const text = z.optional(textField(2000));

export const clientLog = defineCall({
  path: '/api/client_log',
  summary: 'Takes the report of an error in the browser; tokens and passwords are removed before it is kept.',
  audience: 'public',
  input: z.object({
    token: z.optional(textField(4096)),
    title: text,
    error: text,
    /** Of the call whose failure it is. */
    reference: z.optional(uuidField),
    stack: z.optional(textField(8000)),
    account: z.optional(textField(40)),
    codename: text,
    name: text,
    version: text,
    language: text,
    online: z.optional(z.boolean()),
    platform: text,
    /** CPU class, or number of cores. */
    cpu: z.optional(z.union([textField(2000), z.number()])),
    userAgent: text,
  }),
  output: success({ reference: z.string() }),
  failures: ['common.tooManyRequests'],
});
