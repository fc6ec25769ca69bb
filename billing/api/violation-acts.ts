import * as z from 'zod/mini';
import { actPaperField, violationActListFields } from '#contract/values/violation-act.ts';
import { defineModule } from './define-module.ts';

export const ACT_LIST = defineModule({
  name: 'ACT_LIST',
  summary: 'Violation acts of an account, newest first; energy is not included.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    /** null: all; 'unpaid': acts with a sum owed. */
    state: z.nullable(z.enum(['unpaid'])),
  }),
  output: z.object(violationActListFields),
  failures: ['common.notFound'],
});

export const ACT_PDF = defineModule({
  name: 'ACT_PDF',
  summary: 'A document of a violation act as a PDF, drawn from its record.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string(), actNumber: z.string(), kind: actPaperField }),
  output: z.object({
    fileName: z.string(),
    /** PDF, base64. */
    content: z.string(),
  }),
  failures: ['common.notFound'],
});
