import * as z from 'zod/mini';
import { defineCall, signedInput, success } from './define-call.ts';
import { accountNumberField, cursorField, requestIdField, textField, uuidField } from './fields.ts';
import {
  correctedFields,
  correctionSchema,
  ledgerEntrySchema,
  waitingCorrectionFields,
} from './values/ledger-entry.ts';
import { moneyField } from './values/money.ts';
import { secondPersonFailures } from './values/second-person.ts';
import { minText } from './values/text-length.ts';

/** Not zero. */
const changeField = moneyField.check(z.refine((text) => /[1-9]/.test(text), { error: 'field.invalid' }));

export const listLedger = defineCall({
  path: '/api/admin/ledger/list',
  summary:
    'The entries of the energy ledger of an account, newest first, a hundred at once, with what may be taken back.',
  audience: 'admin',
  roles: ['billing', 'operator'],
  input: signedInput({ account: accountNumberField, cursor: z.optional(cursorField) }),
  output: success({
    entries: z.array(ledgerEntrySchema),
    /** Of all entries. */
    balance: moneyField,
    next: z.nullable(cursorField),
  }),
  failures: ['common.notFound'],
});

export const correctLedger = defineCall({
  path: '/api/admin/ledger/correct',
  summary:
    'Corrects the energy debt of an account in the open period, or takes an entry back, with a reason.',
  audience: 'admin',
  roles: ['billing'],
  changes: true,
  input: signedInput({
    account: accountNumberField,
    what: correctionSchema(changeField),
    reason: textField(300).check(minText(3)),
    requestId: requestIdField,
  }),
  output: success(correctedFields),
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
        ...waitingCorrectionFields,
        author: z.string(),
        /** The caller is the author: another administrator decides. */
        isOwn: z.boolean(),
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
    ...secondPersonFailures,
    'ledger.alreadyDecided',
    'ledger.notReversible',
    'ledger.outOfRange',
  ],
});
