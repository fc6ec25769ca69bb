import * as z from 'zod/mini';
import { defineCall, signedInput, success } from './define-call.ts';
import { accountNumberField } from './fields.ts';
import { billedMonthSchema, consumptionMonthSchema } from './values/energy.ts';

export const consumptionHistory = defineCall({
  path: '/api/consumption/history',
  summary:
    'Consumption of the last 13 months, oldest first, with the same months of the year before; what sub-consumers took counts at their main point.',
  audience: 'customer',
  // It tells the sums of bills too.
  area: 'money',
  accountField: 'account',
  input: signedInput({ account: accountNumberField }),
  output: success({ months: z.array(consumptionMonthSchema) }),
  failures: ['common.notFound', 'common.serviceDown'],
});

export const entityConsumption = defineCall({
  path: '/api/consumption/entity',
  summary:
    'Energy that the invoices of the last 13 months bill, oldest first, of all points that are seen in all accounts of the entity together, or in one account; sums for who sees money.',
  audience: 'entity',
  area: 'points',
  ofPoints: true,
  accountField: 'account',
  input: signedInput({ account: z.optional(accountNumberField) }),
  output: success({ accounts: z.number(), months: z.array(billedMonthSchema) }),
  failures: ['common.notFound', 'common.serviceDown'],
});
