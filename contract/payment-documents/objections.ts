import * as z from 'zod/mini';
import { defineCall, signedInput, success } from '../define-call.ts';
import { accountNumberField, textField } from '../fields.ts';
import { maxObjectionLength, objectionSchema } from '../payment-documents.ts';
import { periodField } from '../values/dates.ts';
import { payeeField } from '../values/invoice.ts';
import { minText } from '../values/text-length.ts';

/** Objections in a list of staff; the count is of all that wait. */
export const maxListedObjections = 100;

const waitingObjectionSchema = z.object({
  account: accountNumberField,
  period: periodField,
  payee: payeeField,
  ...objectionSchema.shape,
});

export const listActObjections = defineCall({
  path: '/api/admin/act-objections/list',
  summary:
    'Objections to acts of acceptance: those that wait first, the oldest first, then those answered last.',
  audience: 'admin',
  roles: ['operator', 'billing'],
  input: signedInput({}),
  output: success({ objections: z.array(waitingObjectionSchema), waiting: z.number() }),
  failures: [],
});

export const answerActObjection = defineCall({
  path: '/api/admin/act-objections/answer',
  summary: 'Answers an objection to an act; the company sees the answer beside the act.',
  audience: 'admin',
  roles: ['operator', 'billing'],
  changes: true,
  input: signedInput({
    account: accountNumberField,
    period: periodField,
    payee: payeeField,
    answer: textField(maxObjectionLength).check(minText(3)),
  }),
  output: success({ objection: waitingObjectionSchema }),
  failures: ['documents.alreadyAnswered', 'common.notFound'],
});
