import * as z from 'zod/mini';
import { defineCall, success } from './define-call.ts';
import { textField } from './fields.ts';

export const getServiceMessage = defineCall({
  path: '/api/get-service-message',
  summary: 'The service message of a page; the browser keeps it for 600 seconds.',
  audience: 'public',
  input: z.object({ pageToDisplay: textField(200), token: z.optional(textField(4096)) }),
  output: success({ data: z.object({ message: z.string() }) }),
  failures: [],
});
