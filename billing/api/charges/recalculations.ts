import * as z from 'zod/mini';
import { defineModule } from '../define-module.ts';

export const RECALCULATION_BOOK = defineModule({
  name: 'RECALCULATION_BOOK',
  summary:
    'Books recalculations of accounts read after months charged by average, or with closed months affected by a late reading or a change of master data, one page of accounts per call; safe to repeat.',
  input: z.object({
    /** Last account of the previous page; '' for the first page. */
    after: z.string(),
    /** Only readings submitted up to this time; later ones may still be corrected by the submitter. */
    readUntil: z.string(),
    /** Maximum number of accounts to check. */
    limit: z.number(),
  }),
  output: z.object({
    /** Last checked account; null: there are no more, or a closing is running. */
    through: z.nullable(z.string()),
    /** Recalculations booked by this call. */
    booked: z.number(),
  }),
  failures: [],
});
