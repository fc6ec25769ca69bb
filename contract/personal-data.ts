import * as z from 'zod/mini';
import { defineCall, fileTypes, signedInput, success } from './define-call.ts';
import { accountNumberField, oldPasswordField } from './fields.ts';
import { factorProof, factorProofFailures } from './identity/second-factor.ts';
import { instantField } from './values/dates.ts';
import { moneyField } from './values/money.ts';

export const exportPersonalData = defineCall({
  path: '/api/own-data/archive',
  summary: 'All that the supplier keeps of a person and their accounts, as one archive of folders.',
  audience: 'person',
  file: fileTypes.zip,
  input: signedInput({}),
  output: z.unknown(),
  failures: ['common.busy'],
});

/** A request to delete the sign-in and the personal data of a person. */
export const erasureSchema = z.object({
  askedAt: instantField,
  /** It is carried out from then on, and may be withdrawn before. */
  dueAt: instantField,
});
export type ErasureData = z.infer<typeof erasureSchema>;

const erasureStateSchema = z.object({
  /** null: nothing was asked for. */
  erasure: z.nullable(erasureSchema),
  /** Days between the request and its execution. */
  waitDays: z.number(),
  /** Conversations that are not answered yet: answers would find no reader. */
  openTickets: z.number(),
  /** Accounts with a debt, which stays; null: the back end does not answer. */
  debts: z.nullable(z.array(z.object({ account: accountNumberField, sum: moneyField }))),
});
export type ErasureState = z.infer<typeof erasureStateSchema>;

export const getErasure = defineCall({
  path: '/api/own-data/erasure/get',
  summary: 'Whether the deletion of the personal data was asked for, and what the person should know before.',
  audience: 'person',
  input: signedInput({}),
  output: success(erasureStateSchema.shape),
  failures: [],
});

export const requestErasure = defineCall({
  path: '/api/own-data/erasure/request',
  summary: 'Asks for the deletion of the sign-in and the personal data, after some days.',
  audience: 'person',
  changes: true,
  input: signedInput({ password: oldPasswordField, ...factorProof }),
  output: success({ erasure: erasureSchema }),
  failures: ['identity.wrongPassword', ...factorProofFailures, 'common.serviceDown'],
});

export const withdrawErasure = defineCall({
  path: '/api/own-data/erasure/withdraw',
  summary: 'Withdraws the request to delete the personal data.',
  audience: 'person',
  changes: true,
  input: signedInput({}),
  output: success({}),
  failures: ['common.notFound'],
});
