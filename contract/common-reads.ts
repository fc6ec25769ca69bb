import * as z from 'zod/mini';
import { defineCall, signedInput, success } from './define-call.ts';
import { accountNumberField, dateField, isInYears, periodField, textField, zoneField } from './fields.ts';
import { chargeLineSchema } from './readings.ts';

/** What a register has counted in a period so far. */
const measuredRegisterSchema = z.object({
  meterSerial: z.string(),
  zone: zoneField,
  digitCapacity: z.number(),
  openingValue: z.number(),
  /** The reading of the period and the first day that it does not count; null: nobody has given one. */
  value: z.nullable(z.number()),
  readAsOf: z.nullable(dateField),
  kwh: z.number(),
  /** 'brought': by average from the reading on; 'estimated': by average alone. */
  basis: z.enum(['actual', 'brought', 'estimated']),
  from: dateField,
  /** The last day that is counted. */
  to: dateField,
});

/** The charge of the current period so far. */
export const calculationSchema = z.object({
  period: periodField,
  kwh: z.number(),
  sum: z.string(),
  /** Days that are counted, of all registers together. */
  days: z.number(),
  registers: z.array(measuredRegisterSchema),
  lines: z.array(chargeLineSchema),
  /** Whether the consumption is counted from readings or from the average. */
  basis: z.enum(['actual', 'brought', 'estimated']),
  calculatedOn: dateField,
  /** A code and text when there is something to say, e.g. billing.missingActualReadings. */
  note: z.nullable(z.object({ code: z.string(), message: z.string() })),
  /** What makes it surer: a reading of the customer, or why the customer can't give it; null: every register is read. */
  nextStep: z.nullable(z.enum(['giveReading', 'takenByOperator', 'substation', 'inputBlocked'])),
});

export const customInfoSchema = z.object({
  account: z.string(),
  address: z.string(),
  name: z.string(),
  contractNumber: z.string(),
  tariff: z.string(),
  meterCount: z.number(),
  lastCalculateTime: z.string(),
  debetAct: z.object({ count: z.number(), sum: z.string() }),
  /** documents.unpaidViolationActs in words; null when there are none. */
  warning: z.nullable(z.string()),
});

/** How many customers of a type have a cabinet. */
export const amountSchema = z.object({ amount: z.number() });

export const getCommon = defineCall({
  path: '/api/get-common',
  summary: 'Generic read by url, from a closed list.',
  audience: 'signedIn',
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
    /** A day of the period asked for; what begins with no day is left out of account. */
    date: z.optional(
      textField(30).check(
        z.refine((text) => !/^\d{4}-/.test(text) || isInYears(text), { error: 'field.invalid' }),
      ),
    ),
    readOnly: z.optional(z.boolean()),
  }),
  output: success({ data: z.union([calculationSchema, customInfoSchema, amountSchema]) }),
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
