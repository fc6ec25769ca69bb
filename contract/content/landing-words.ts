import * as z from 'zod/mini';
import { defineCall, success } from '../define-call.ts';

export const readLandingWords = defineCall({
  path: '/api/content/landing',
  summary: 'The words of the first page that staff have published; {}: those that come with the product.',
  audience: 'public',
  input: z.object({}),
  output: success({ words: z.record(z.string(), z.string()) }),
  failures: [],
});
