import * as z from 'zod/mini';
import { calculationSchema } from '#contract/values/charge-line.ts';
import { defineModule } from './define-module.ts';

export const CALCULATION_GET = defineModule({
  name: 'CALCULATION_GET',
  summary: 'The charge of the current period so far, per register, block and tariff version.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    /** A day of the requested period; absent: the earliest period that is not closed. */
    date: z.optional(z.string()),
  }),
  output: z.extend(calculationSchema, {
    /** Message code of a note; null: none. */
    note: z.nullable(z.string()),
  }),
  failures: [
    'common.notFound',
    'billing.alreadyCalculated',
    'billing.pendingVerification',
    'billing.specialConditionsGroup',
    'billing.contractChanges',
    'billing.periodClosing',
    'billing.invoiceByCallCentre',
    'billing.noCharges',
  ],
});

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
