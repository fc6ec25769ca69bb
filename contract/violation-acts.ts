import * as z from 'zod/mini';
import { defineCall, fileTypes, signedInput, success } from './define-call.ts';
import { accountNumberField, textField } from './fields.ts';
import { actPaperField, violationActListFields } from './values/violation-act.ts';

export const listActs = defineCall({
  path: '/api/acts/list',
  summary: 'Violation acts of an account, newest first; they are owed and paid apart from energy.',
  audience: 'customer',
  area: 'documents',
  accountField: 'account',
  input: signedInput({
    account: accountNumberField,
    /** Only acts with a sum due. */
    state: z.optional(z.enum(['unpaid'])),
  }),
  output: success({
    ...violationActListFields,
    /** documents.unpaidViolationActs, documents.violationActs or documents.noViolationActs. */
    message: z.string(),
  }),
  failures: ['common.notFound', 'common.serviceDown'],
});

export const actPdf = defineCall({
  path: '/api/acts/pdf',
  summary: 'A paper of a violation act as a PDF, drawn from its record.',
  audience: 'customer',
  area: 'documents',
  accountField: 'account',
  file: fileTypes.pdf,
  input: signedInput({ account: accountNumberField, actNumber: textField(40), kind: actPaperField }),
  output: z.any(),
  failures: ['common.notFound', 'common.serviceDown'],
});
