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

/** Who corrects or decides: an identity, not a session, for a second session is no second administrator. */
const administratorField = z.object({ id: z.string(), name: z.string(), roles: z.array(z.string()) });

export const LEDGER_CORRECT = defineModule({
  name: 'LEDGER_CORRECT',
  summary:
    'Corrects the energy debt in the open period by an entry of its own, or takes an earlier entry back; above the limit of the administrator it waits for another one.',
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
    administrator: administratorField,
  }),
  output: z.object({
    outcome: z.enum(['booked', 'waiting', 'declined']),
    /** null: nothing is booked. */
    entry: z.nullable(ledgerEntrySchema),
    balance: z.string(),
  }),
  failures: [
    'common.notFound',
    'common.forbidden',
    'common.requestReused',
    'ledger.nothingToCorrect',
    'ledger.notReversible',
    'ledger.outOfRange',
  ],
});

/** A correction that waits for a second administrator. */
export const waitingCorrectionSchema = z.object({
  accountNumber: z.string(),
  /** Of the entry that it becomes. */
  entryId: z.string(),
  /** What it changes the debt by. */
  sum: z.string(),
  /** The entry that it takes back; null: it takes back none. */
  reverses: z.nullable(z.string()),
  reason: z.string(),
  author: z.object({ id: z.string(), name: z.string() }),
  requestedAt: z.string(),
});

export const LEDGER_CORRECTIONS_WAITING = defineModule({
  name: 'LEDGER_CORRECTIONS_WAITING',
  summary: 'Corrections that wait for a second administrator, the oldest first.',
  input: z.object({ limit: z.int().check(z.gte(1), z.lte(1000)) }),
  output: z.object({ corrections: z.array(waitingCorrectionSchema), count: z.number() }),
  failures: [],
});

export const LEDGER_CORRECTION_DECIDE = defineModule({
  name: 'LEDGER_CORRECTION_DECIDE',
  summary:
    'Another administrator than the author confirms a waiting correction, which is then booked, or declines it.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    entryId: z.string(),
    decision: z.enum(['confirm', 'decline']),
    administrator: administratorField,
  }),
  output: z.object({ outcome: z.enum(['booked', 'declined']), balance: z.string() }),
  failures: [
    'common.notFound',
    'common.forbidden',
    'ledger.ownCorrection',
    'ledger.alreadyDecided',
    'ledger.notReversible',
    'ledger.outOfRange',
  ],
});
