import * as z from 'zod/mini';
import { defineCall, signedInput, success } from '../define-call.ts';
import { accountNumberField, uuidField } from '../fields.ts';
import { dateField } from '../values/dates.ts';

export const giveReviewPhoto = defineCall({
  path: '/api/readings/give-photo',
  summary: 'Adds the photo that an operator asked for to a reading under review, which then goes on.',
  audience: 'customer',
  area: 'points',
  ofPoints: true,
  accountField: 'account',
  changes: true,
  input: signedInput({
    account: accountNumberField,
    receiptNumber: z.string().check(z.regex(/^\d{1,18}$/, 'field.invalid')),
    photoId: uuidField,
  }),
  output: success({
    /** The last day of the review now. */
    dueOn: dateField,
  }),
  failures: ['readings.photoNotAsked', 'common.notFound'],
});
