import * as z from 'zod/mini';
import { defineModule } from './define-module.ts';

export const RECALCULATION_BOOK = defineModule({
  name: 'RECALCULATION_BOOK',
  summary:
    'Books the recalculations of accounts that were read after months charged by average, or whose closed months a late reading or a change of master data touched, a page of accounts at a time; safe to repeat.',
  input: z.object({
    /** The last account that was looked at; '' begins. */
    after: z.string(),
    /** Readings that were given until then; a later one may still be corrected by who gave it. */
    readUntil: z.string(),
    /** Accounts to look at. */
    limit: z.number(),
  }),
  output: z.object({
    /** The last account that was looked at now; null: there are no more, or a closing is under way. */
    through: z.nullable(z.string()),
    /** Recalculations that were booked now. */
    booked: z.number(),
  }),
  failures: [],
});
