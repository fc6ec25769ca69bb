import * as z from 'zod/mini';
import { defineCall, signedInput, success } from '../define-call.ts';
import { textField } from '../fields.ts';
import { disagreementSchema, maxDisagreementText, oneAct, outcomeField } from '../reconciliation-acts.ts';
import { instantField, periodField } from '../values/dates.ts';
import { actLedgerField, entityActSchema } from '../values/reconciliation-act.ts';
import { minText } from '../values/text-length.ts';

/** Disagreements in a list of staff. */
export const maxListedDisagreements = 100;

export const listDisagreements = defineCall({
  path: '/api/admin/reconciliation-disagreements/list',
  summary:
    'Disagreements with reconciliation acts: those that wait first, the oldest first, then those answered last.',
  audience: 'admin',
  roles: ['billing'],
  input: signedInput({}),
  output: success({
    disagreements: z.array(
      z.object({
        ...oneAct,
        ledger: actLedgerField,
        from: periodField,
        to: periodField,
        by: z.string(),
        sentAt: instantField,
        outcome: z.nullable(outcomeField),
      }),
    ),
    waiting: z.number(),
  }),
  failures: [],
});

export const getDisagreement = defineCall({
  path: '/api/admin/reconciliation-disagreements/get',
  summary: 'A disagreement with the act that it is about.',
  audience: 'admin',
  roles: ['billing'],
  input: signedInput(oneAct),
  output: success({ contents: entityActSchema, disagreement: disagreementSchema }),
  failures: ['common.notFound'],
});

export const answerDisagreement = defineCall({
  path: '/api/admin/reconciliation-disagreements/answer',
  summary: 'Answers a disagreement: the act stays, or a new one of the same months is made at once.',
  audience: 'admin',
  roles: ['billing'],
  changes: true,
  input: signedInput({
    ...oneAct,
    outcome: outcomeField,
    answer: textField(maxDisagreementText).check(minText(3)),
  }),
  output: success({ disagreement: disagreementSchema }),
  failures: ['documents.alreadyAnswered', 'common.tooManyRequests', 'common.notFound'],
});
