import * as z from 'zod/mini';
import { defineModule } from './define-module.ts';

/** An entry of the energy ledger. */
export const ledgerEntrySchema = z.object({
  entryId: z.string(),
  period: z.string(),
  kind: z.enum(['opening', 'charge', 'recalculation', 'benefit', 'correction', 'payment', 'reversal']),
  /** What it changes the debt by: negative takes off. */
  sum: z.string(),
  postedAt: z.string(),
  /** Of a correction and of what an operator reversed; null: it needs none. */
  reason: z.nullable(z.string()),
  /** The entry that it takes back; null: it takes back none. */
  reverses: z.nullable(z.string()),
  isReversed: z.boolean(),
  /** Whether LEDGER_CORRECT may take it back. */
  canReverse: z.boolean(),
});

export const LEDGER_LIST = defineModule({
  name: 'LEDGER_LIST',
  summary: 'The newest entries of the energy ledger of an account.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string(), limit: z.number() }),
  output: z.object({
    entries: z.array(ledgerEntrySchema),
    /** Debt (+) or overpayment (−) now. */
    balance: z.string(),
  }),
  failures: ['common.notFound'],
});

export const LEDGER_CORRECT = defineModule({
  name: 'LEDGER_CORRECT',
  summary:
    'Corrects the energy debt in the open period by an entry of its own, or takes an earlier entry back.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    requestId: z.string(),
    what: z.discriminatedUnion('kind', [
      /** A sum above zero adds to the debt, one below takes off it. */
      z.object({ kind: z.literal('add'), sum: z.string() }),
      z.object({ kind: z.literal('reverse'), entryId: z.string() }),
    ]),
    reason: z.string(),
  }),
  output: z.object({ entry: ledgerEntrySchema, balance: z.string() }),
  failures: ['common.notFound', 'common.requestReused', 'ledger.nothingToCorrect', 'ledger.notReversible'],
});
