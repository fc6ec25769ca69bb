import * as z from 'zod/mini';
import { defineCall, signedInput, success } from './define-call.ts';
import { accountNumberField } from './fields.ts';
import { consumptionMonthSchema } from './values/energy.ts';

export const consumptionHistory = defineCall({
  path: '/api/consumption/history',
  summary: 'Consumption of the last 13 months, oldest first, with the same months of the year before.',
  audience: 'customer',
  area: 'points',
  ofPoints: true,
  accountField: 'account',
  input: signedInput({ account: accountNumberField }),
  output: success({ months: z.array(consumptionMonthSchema) }),
  failures: ['common.notFound', 'common.serviceDown'],
});
