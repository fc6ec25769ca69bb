import * as z from 'zod/mini';
import { foundSubjectSchema, subjectKinds } from '#contract/values/found-subject.ts';
import { maxText } from '#contract/values/text-length.ts';
import { defineModule } from './define-module.ts';

export const FIND_SUBJECTS = defineModule({
  name: 'FIND_SUBJECTS',
  summary:
    'Customers, accounts, metering points, meters and payments by names, addresses, beginnings of numbers and codes, beginnings and ends of phones; `limit` of a kind at most.',
  input: z.object({
    query: z.string().check(maxText(100)),
    limit: z.int().check(z.gte(1), z.lte(50)),
  }),
  output: z.object({
    subjects: z.array(
      z.extend(foundSubjectSchema, {
        /** Of a customer: the first accounts, by which the portal knows the cabinets. */
        ownAccounts: z.array(foundSubjectSchema.shape.account),
      }),
    ),
    /** Kinds of which there are more. */
    more: z.array(z.enum(subjectKinds)),
  }),
  failures: [],
});
