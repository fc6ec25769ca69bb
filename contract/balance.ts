import * as z from 'zod/mini';
import { defineCall, signedInput, success } from './define-call.ts';
import { accountNumberField, textField } from './fields.ts';
import { dateField } from './values/dates.ts';
import { entityBalanceSchema } from './values/entity-balance.ts';
import { moneyField } from './values/money.ts';
import { unpaidActSchema } from './values/violation-act.ts';

/**
 * The balance of an account. Exactly one of debet and credit is not "0"; money confirmed by a provider and not yet
 * landed is `inTransit` and already subtracted from `debet`.
 */
export const balanceSchema = z.object({
  debet: z.string(),
  credit: z.string(),
  beginDebet: z.string(),
  /** After the expected charge; "0" also when it is unknown. */
  endDebet: z.string(),
  /** Why there is no forecast; absent: there is one. */
  noForecast: z.optional(z.object({ code: z.string(), message: z.string() })),
  beginCredit: z.string(),
  inTransit: moneyField,
  /** Expected landing of the money in transit; null: none is in transit. */
  inTransitUntil: z.nullable(dateField),
  debetAct: z.object({ items: z.array(unpaidActSchema) }),
  ballanceError: z.boolean(),
});

export const personBalance = defineCall({
  path: '/api/person/itm_balance',
  summary: 'Debt, overpayment, money on its way and unpaid violation acts of an account, now.',
  audience: 'customer',
  area: 'money',
  accountField: 'account',
  input: signedInput({ account: accountNumberField, type: z.optional(z.union([textField(20), z.number()])) }),
  output: success({ balance: balanceSchema }),
  failures: ['common.notFound', 'common.serviceDown'],
});

export const entityBalance = defineCall({
  path: '/api/balance/entity',
  summary:
    'The balances of an account of a legal entity at the end of a day: energy, reactive energy, acts, planned payments; what lateness would cost.',
  audience: 'entity',
  area: 'money',
  accountField: 'account',
  input: signedInput({ account: accountNumberField, on: z.optional(dateField) }),
  output: success({ balance: entityBalanceSchema }),
  failures: ['common.notFound', 'common.serviceDown'],
});
