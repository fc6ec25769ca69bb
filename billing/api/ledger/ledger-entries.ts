import * as z from 'zod/mini';
import { defineModule } from '../define-module.ts';

/** An entry of the energy ledger. */
export const ledgerEntrySchema = z.object({
  entryId: z.string(),
  period: z.string(),
  kind: z.enum(['opening', 'charge', 'recalculation', 'benefit', 'correction', 'payment', 'reversal']),
  /** Change of the debt; negative reduces it. */
  sum: z.string(),
  postedAt: z.string(),
  /** Reason of a correction or of a reversal by an operator; null: none required. */
  reason: z.nullable(z.string()),
  /** The reversed entry; null: not a reversal. */
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

/** The author or the approver: an identity, not a session, because a second session is not a second administrator. */
const administratorField = z.object({ id: z.string(), name: z.string(), roles: z.array(z.string()) });

export const LEDGER_CORRECT = defineModule({
  name: 'LEDGER_CORRECT',
  summary:
    "Corrects the energy debt in the open period by an entry, or reverses an earlier entry; above the administrator's limit a second administrator must confirm.",
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    requestId: z.string(),
    what: z.discriminatedUnion('kind', [
      /** A positive sum increases the debt, a negative one reduces it. */
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

/** A correction waiting for a second administrator. */
const waitingCorrectionSchema = z.object({
  accountNumber: z.string(),
  /** Id of the entry to be booked. */
  entryId: z.string(),
  /** Change of the debt. */
  sum: z.string(),
  /** The entry to reverse; null: not a reversal. */
  reverses: z.nullable(z.string()),
  reason: z.string(),
  author: z.object({ id: z.string(), name: z.string() }),
  requestedAt: z.string(),
});

export const LEDGER_CORRECTIONS_WAITING = defineModule({
  name: 'LEDGER_CORRECTIONS_WAITING',
  summary: 'Corrections waiting for a second administrator, oldest first.',
  input: z.object({ limit: z.int().check(z.gte(1), z.lte(1000)) }),
  output: z.object({ corrections: z.array(waitingCorrectionSchema), count: z.number() }),
  failures: [],
});

export const LEDGER_CORRECTION_DECIDE = defineModule({
  name: 'LEDGER_CORRECTION_DECIDE',
  summary:
    'Confirms and books, or declines, a waiting correction; the author of the correction may not decide.',
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
