import * as z from 'zod/mini';
import { defineCall, signedInput, success } from '../define-call.ts';
import { textField, uuidField } from '../fields.ts';
import { instantField } from '../values/dates.ts';
import { minText } from '../values/text-length.ts';
import { factorProof, factorProofFailures } from './second-factor.ts';
import { accountSchema, userSchema } from './sign-in.ts';

/** Minutes after which a viewing ends by itself. */
export const viewingMinutes = 30;

/** What the browser of the staff keeps of a viewing, for the banner. */
export interface Viewing {
  /** The customer. */
  readonly viewed: string;
  /** The administrator. */
  readonly viewer: string;
  readonly reason: string;
  /** ISO moment of its end. */
  readonly until: string;
}

export const startViewing = defineCall({
  path: '/api/admin/viewings/start',
  summary:
    'Lets the staff see the cabinet of a customer as the customer does, for 30 minutes, after a code of the second factor when its last one is older than 10 minutes: the token of the answer reads and changes nothing. It ends with the session that asked.',
  audience: 'admin',
  roles: ['operator'],
  changes: true,
  input: signedInput({
    /** The identity of a person, of a company or of one of its people. */
    customerId: uuidField,
    /** The customer reads it. */
    reason: textField(300).check(z.trim(), minText(3, 'field.required')),
    ...factorProof,
  }),
  output: success({
    user: userSchema,
    accounts: z.array(accountSchema),
    viewing: z.object({ viewed: z.string(), viewer: z.string(), reason: z.string(), until: instantField }),
  }),
  failures: [...factorProofFailures, 'common.notFound', 'common.serviceDown'],
});
