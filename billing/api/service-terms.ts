import * as z from 'zod/mini';
import { moneyField } from '#contract/values/money.ts';
import { compensationClasses } from '#domain/service-terms/service-standard.ts';
import { defineModule } from './define-module.ts';

export const COMPENSATION_CLASSES = defineModule({
  name: 'COMPENSATION_CLASSES',
  summary:
    'Whose sums of compensation apply to accounts: by the holder and the contracted power on a day each. Unknown accounts are left out.',
  input: z.object({
    accounts: z.array(z.object({ accountNumber: z.string(), on: z.string() })).check(z.maxLength(1000)),
  }),
  output: z.object({
    /** One for each that was asked for, in no order. */
    accounts: z.array(
      z.object({
        accountNumber: z.string(),
        on: z.string(),
        class: z.enum(compensationClasses),
      }),
    ),
  }),
  failures: [],
});

export const COMPENSATION_BOOK = defineModule({
  name: 'COMPENSATION_BOOK',
  summary:
    'Books the compensation of a breached term as a credit on the energy debt, in the open period; the same id again books nothing more.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    /** The entry of the ledger has this id. */
    compensationId: z.string(),
    /** Number of the request that was not answered in time. */
    ticketNumber: z.int().check(z.gte(1)),
    sum: moneyField,
  }),
  output: z.object({ bookedAt: z.string(), balance: z.string() }),
  failures: ['common.notFound', 'common.requestReused'],
});
