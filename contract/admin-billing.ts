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

/** An entry of the energy ledger as an operator sees it. */
export const ledgerEntrySchema = z.object({
  entryId: z.string(),
  period: periodField,
  kind: z.enum(['opening', 'charge', 'recalculation', 'benefit', 'correction', 'payment', 'reversal']),
  /** What it changes the debt by: negative takes off. */
  sum: moneyField,
  postedAt: instantField,
  reason: z.nullable(z.string()),
  /** The entry that it takes back. */
  reverses: z.nullable(z.string()),
  isReversed: z.boolean(),
  canReverse: z.boolean(),
});

export const periodStates = defineCall({
  path: '/api/admin/periods/state',
  summary: 'The latest periods and how far the closing of each is, the newest first.',
  audience: 'admin',
  roles: ['billing', 'operator'],
  input: signedInput({}),
  output: success({
    periods: z.array(
      z.object({
        period: periodField,
        state: z.enum(['open', 'closing', 'closed']),
        /** A process works on it now. */
        isRunning: z.boolean(),
        done: z.nullable(z.number()),
        total: z.nullable(z.number()),
        startedAt: z.nullable(instantField),
        closedAt: z.nullable(instantField),
        /** Accounts a second. */
        perSecond: z.nullable(z.number()),
        /** Until it is done at that rate; null: it is not running, or the rate is not known yet. */
        secondsLeft: z.nullable(z.number()),
      }),
    ),
  }),
  failures: [],
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

/** Above or below zero. */
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
      /** A sum above zero adds to the debt, one below takes off it. */
      z.object({ kind: z.literal('add'), sum: changeField }),
      z.object({ kind: z.literal('reverse'), entryId: uuidField }),
    ]),
    reason: textField(300).check(z.minLength(3)),
    requestId: requestIdField,
  }),
  output: success({
    /** 'waiting': above the limit of the caller, another administrator confirms it first; 'declined': one has declined it. */
    outcome: z.enum(['booked', 'waiting', 'declined']),
    entry: z.nullable(ledgerEntrySchema),
    balance: moneyField,
  }),
  failures: ['common.notFound', 'common.requestReused', 'ledger.notReversible', 'ledger.outOfRange'],
});

/** Most corrections of a list; the count says how many wait. */
export const mostWaitingCorrections = 100;

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
        /** What it would change the debt by: negative takes off. */
        sum: moneyField,
        /** The entry that it would take back. */
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
