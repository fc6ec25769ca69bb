import * as z from 'zod/mini';
import { feedInListFields } from '#contract/values/feed-in.ts';
import { defineModule } from './define-module.ts';

export const FEED_IN_LIST = defineModule({
  name: 'FEED_IN_LIST',
  summary: 'Monthly feed-in acts of an account for a year; without a year, for the newest one.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string(), year: z.nullable(z.number()) }),
  output: z.object(feedInListFields),
  failures: ['common.notFound'],
});

export const FEED_IN_ACT_PDF = defineModule({
  name: 'FEED_IN_ACT_PDF',
  summary: 'The feed-in act of a month as a PDF.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string(), period: z.string() }),
  output: z.object({
    fileName: z.string(),
    /** PDF, base64. */
    content: z.string(),
  }),
  failures: ['common.notFound'],
});
