import * as z from 'zod/mini';
import { defineCall, signedInput, success } from './define-call.ts';
import { accountNumberField, textField } from './fields.ts';
import { calculationSchema } from './values/charge-line.ts';
import { wireDateField } from './values/wire-date.ts';

/** The charge of the current period so far. */
const shownCalculationSchema = z.extend(calculationSchema, {
  /** A code and text, if any, e.g. billing.missingActualReadings. */
  note: z.nullable(z.object({ code: z.string(), message: z.string() })),
});

export type ShownCalculation = z.infer<typeof shownCalculationSchema>;

export const customInfoSchema = z.object({
  account: z.string(),
  address: z.string(),
  name: z.string(),
  contractNumber: z.string(),
  tariff: z.string(),
  meterCount: z.number(),
  lastCalculateTime: z.string(),
  debetAct: z.object({ count: z.number(), sum: z.string() }),
  /** Text of documents.unpaidViolationActs; null when there are none. */
  warning: z.nullable(z.string()),
});

/** Number of customers of a type with a cabinet. */
const amountSchema = z.object({ amount: z.number() });

export const getCommon = defineCall({
  path: '/api/get-common',
  summary: 'Generic read by url, from a closed list.',
  audience: 'signedIn',
  area: 'company',
  audienceOf: ({ url }) => (url.startsWith('/admin_panel/') ? 'admin' : 'person'),
  accountField: 'account',
  input: signedInput({
    site: z.optional(textField(200)),
    url: z.enum([
      '/person/custom_info',
      '/person/calculate',
      '/admin_panel/get_entities_amount',
      '/admin_panel/get_persons_amount',
    ]),
    account: z.optional(accountNumberField),
    /** A day of the requested period, or the period itself. */
    date: z.optional(wireDateField),
    readOnly: z.optional(z.boolean()),
  }),
  output: success({ data: z.union([shownCalculationSchema, customInfoSchema, amountSchema]) }),
  failures: [
    'common.notFound',
    'billing.alreadyCalculated',
    'billing.pendingVerification',
    'billing.specialConditionsGroup',
    'billing.contractChanges',
    'billing.periodClosing',
    'billing.invoiceByCallCentre',
    'billing.noCharges',
  ],
});

export const postCommon = defineCall({
  path: '/api/post-common',
  summary: 'Generic change by url, from a closed list: fixes the chosen account for the session.',
  audience: 'person',
  accountField: 'account',
  changes: true,
  input: signedInput({ account: accountNumberField, url: z.enum(['/auth/account_login_fixate/person']) }),
  output: success({}),
  failures: ['common.notFound'],
});
