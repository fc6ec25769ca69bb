import * as z from 'zod/mini';
import { parseMoney } from '#domain/money.ts';
import { defineCall, signedInput, success } from './define-call.ts';
import {
  accountNumberField,
  instantField,
  moneyField,
  periodField,
  requestIdField,
  textField,
  uuidField,
} from './fields.ts';

/** An entry of the energy ledger for an operator. */
const ledgerEntrySchema = z.object({
  entryId: z.string(),
  period: periodField,
  kind: z.enum(['opening', 'charge', 'recalculation', 'benefit', 'correction', 'payment', 'reversal']),
  /** Change of the debt: negative reduces it. */
  sum: moneyField,
  postedAt: instantField,
  reason: z.nullable(z.string()),
  /** The reversed entry. */
  reverses: z.nullable(z.string()),
  isReversed: z.boolean(),
  canReverse: z.boolean(),
});

export const listLedger = defineCall({
  path: '/api/admin/ledger/list',
  summary: 'The newest hundred entries of the energy ledger of an account, with what may be taken back.',
  audience: 'admin',
  roles: ['billing', 'operator'],
  input: signedInput({ account: accountNumberField }),
  output: success({ entries: z.array(ledgerEntrySchema), balance: moneyField }),
  failures: ['common.notFound'],
});

/** Not zero. */
const changeField = moneyField.check(
  z.refine((text) => /[1-9]/.test(text) && parseMoney(text) !== undefined, { error: 'field.invalid' }),
);

export const correctLedger = defineCall({
  path: '/api/admin/ledger/correct',
  summary:
    'Corrects the energy debt of an account in the open period, or takes an entry back, with a reason.',
  audience: 'admin',
  roles: ['billing'],
  changes: true,
  input: signedInput({
    account: accountNumberField,
    what: z.discriminatedUnion('kind', [
      /** A positive sum adds to the debt, a negative one reduces it. */
      z.object({ kind: z.literal('add'), sum: changeField }),
      z.object({ kind: z.literal('reverse'), entryId: uuidField }),
    ]),
    reason: textField(300).check(z.minLength(3)),
    requestId: requestIdField,
  }),
  output: success({
    /**
     * 'waiting': above the caller's limit, another administrator must confirm it; 'declined': one has declined it.
     */
    outcome: z.enum(['booked', 'waiting', 'declined']),
    entry: z.nullable(ledgerEntrySchema),
    balance: moneyField,
  }),
  failures: ['common.notFound', 'common.requestReused', 'ledger.notReversible', 'ledger.outOfRange'],
});

/** Maximum corrections in a list; the count is of all waiting ones. */
export const maxWaitingCorrections = 100;

export const waitingCorrections = defineCall({
  path: '/api/admin/ledger/waiting',
  summary:
    'Corrections above the limit of their author that wait for a second administrator, the oldest first.',
  audience: 'admin',
  roles: ['billing'],
  input: signedInput({}),
  output: success({
    corrections: z.array(
      z.object({
        account: accountNumberField,
        entryId: z.string(),
        /** Requested change of the debt: negative reduces it. */
        sum: moneyField,
        /** The entry to be reversed. */
        reverses: z.nullable(z.string()),
        reason: z.string(),
        author: z.string(),
        /** The caller is the author: another administrator decides. */
        isOwn: z.boolean(),
        requestedAt: instantField,
      }),
    ),
    count: z.number(),
  }),
  failures: [],
});

export const decideCorrection = defineCall({
  path: '/api/admin/ledger/decide',
  summary: 'Confirms a waiting correction, which is then booked, or declines it; never the author.',
  audience: 'admin',
  roles: ['billing'],
  changes: true,
  input: signedInput({
    account: accountNumberField,
    entryId: uuidField,
    decision: z.enum(['confirm', 'decline']),
  }),
  output: success({ outcome: z.enum(['booked', 'declined']), balance: moneyField }),
  failures: [
    'common.notFound',
    'ledger.ownCorrection',
    'ledger.alreadyDecided',
    'ledger.notReversible',
    'ledger.outOfRange',
  ],
});
