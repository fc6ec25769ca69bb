import * as z from 'zod/mini';
import { uuidField } from '../fields.ts';
import { instantField, periodField } from './dates.ts';
import { moneyField } from './money.ts';

/** An entry of the energy ledger. */
export const ledgerEntrySchema = z.object({
  entryId: z.string(),
  period: periodField,
  kind: z.enum([
    'opening',
    'charge',
    'recalculation',
    'benefit',
    'correction',
    'compensation',
    'payment',
    'reversal',
  ]),
  /** Change of the debt: negative reduces it. */
  sum: moneyField,
  postedAt: instantField,
  /** Reason of a correction, a compensation or a reversal by an operator; null: none required. */
  reason: z.nullable(z.string()),
  /** The reversed entry; null: not a reversal. */
  reverses: z.nullable(z.string()),
  isReversed: z.boolean(),
  canReverse: z.boolean(),
});
export type LedgerEntryData = z.infer<typeof ledgerEntrySchema>;

/** What an operator corrects; `sum` is checked as `sumField` says: a positive one adds to the debt, a negative one reduces it. */
export const correctionSchema = <Sum extends z.ZodMiniType<string>>(sumField: Sum) =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('add'), sum: sumField }),
    z.object({ kind: z.literal('reverse'), entryId: uuidField }),
  ]);

/** 'waiting': above the caller's limit, another administrator must confirm it; 'declined': one has declined it. */
export const correctedFields = {
  outcome: z.enum(['booked', 'waiting', 'declined']),
  /** null: nothing is booked. */
  entry: z.nullable(ledgerEntrySchema),
  balance: moneyField,
};

/** A correction waiting for a second administrator. */
export const waitingCorrectionFields = {
  /** Id of the entry to be booked. */
  entryId: z.string(),
  /** Requested change of the debt: negative reduces it. */
  sum: moneyField,
  /** The entry to be reversed; null: not a reversal. */
  reverses: z.nullable(z.string()),
  reason: z.string(),
  requestedAt: instantField,
};
