import * as z from 'zod/mini';
import {
  correctedFields,
  correctionSchema,
  ledgerEntrySchema,
  waitingCorrectionFields,
} from '#contract/values/ledger-entry.ts';
import { secondPersonFailures } from '#contract/values/second-person.ts';
import { defineModule } from './define-module.ts';
import { secondPersonField } from './identity.ts';

export const LEDGER_LIST = defineModule({
  name: 'LEDGER_LIST',
  summary: 'The entries of the energy ledger of an account, newest first, in parts.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    limit: z.number(),
    /** `next` of the part before. */
    after: z.optional(z.string()),
  }),
  output: z.object({
    entries: z.array(ledgerEntrySchema),
    /** Debt (+) or overpayment (−) now. */
    balance: z.string(),
    /** The last entry of the part; null: there are no older ones. */
    next: z.nullable(z.string()),
  }),
  failures: ['common.notFound'],
});

/** Who corrects: an identity, with the roles that its limit follows from. */
export const administratorField = z.object({
  id: z.string(),
  name: z.string(),
  roles: z.array(z.string()),
});

export const LEDGER_CORRECT = defineModule({
  name: 'LEDGER_CORRECT',
  summary:
    "Corrects the energy debt in the open period by an entry, or reverses an earlier entry; above the administrator's limit a second administrator must confirm.",
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    requestId: z.string(),
    // A sum of nothing or out of range is refused by its own code.
    what: correctionSchema(z.string()),
    reason: z.string(),
    administrator: administratorField,
  }),
  output: z.object(correctedFields),
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
  ...waitingCorrectionFields,
  author: z.object({ id: z.string(), name: z.string() }),
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
    administrator: z.extend(secondPersonField, { roles: z.array(z.string()) }),
  }),
  output: z.object({ outcome: z.enum(['booked', 'declined']), balance: z.string() }),
  failures: [
    'common.notFound',
    'common.forbidden',
    ...secondPersonFailures,
    'ledger.alreadyDecided',
    'ledger.notReversible',
    'ledger.outOfRange',
  ],
});

export const LEDGER_CHECK = defineModule({
  name: 'LEDGER_CHECK',
  summary: 'Checks the ledger of the next accounts for today; differences are reported to the operators.',
  input: z.object({ accounts: z.int().check(z.gte(1), z.lte(5000)) }),
  output: z.object({
    /** Nothing left to check today, or another node is checking. */
    isFinished: z.boolean(),
    accounts: z.number(),
    problems: z.array(z.object({ rule: z.string(), accountNumber: z.string(), subject: z.string() })),
  }),
  failures: [],
});

export const LEDGER_CLOCK = defineModule({
  name: 'LEDGER_CLOCK',
  summary:
    'Checks that the clock is not behind the newest booking or closing, and that of the database; otherwise nothing is booked.',
  input: z.object({}),
  output: z.object({
    isBehind: z.boolean(),
    newestAt: z.string(),
    /** By how much the clock is ahead of the database's, negative: behind; absent: by no more than it may. */
    differsBySeconds: z.optional(z.number()),
  }),
  failures: [],
});
