import * as z from 'zod/mini';
import { customInfoSchema } from '../charges.ts';
import { defineCall, signedInput, success } from '../define-call.ts';
import { accountNumberField, noChoice } from '../fields.ts';
import { accountSchema } from '../identity/sign-in.ts';
import { meterSchema } from '../readings.ts';
import { dateField, instantField, periodField } from '../values/dates.ts';
import { entityAccountFigures, entityDueFields } from '../values/entity-overview.ts';
import { moneyField } from '../values/money.ts';

export const listEntityAccounts = defineCall({
  path: '/api/entity/accounts/list',
  summary: 'The accounts of the entity, sorted by number, and the one that is chosen.',
  audience: 'entity',
  area: 'company',
  ofPoints: true,
  input: signedInput({}),
  output: success({ accounts: z.array(accountSchema), account: z.string() }),
  failures: [],
});

export const chooseEntityAccount = defineCall({
  path: '/api/entity/choice-account',
  summary:
    'Chooses the account to work with; answers what is known of it and its meters. DELETE clears the choice: null and no meters.',
  audience: 'entity',
  area: 'own',
  ofPoints: true,
  accountField: 'account',
  changes: true,
  input: signedInput({ account: z.union([accountNumberField, z.literal(noChoice)]) }),
  output: success({ custom_info: z.nullable(customInfoSchema), meters: z.array(meterSchema) }),
  failures: ['common.notFound', 'accounts.noContract', 'common.serviceDown'],
});

export const entityMeter = defineCall({
  path: '/api/entity/meter',
  summary: 'The meters of an account.',
  audience: 'entity',
  area: 'points',
  ofPoints: true,
  accountField: 'account',
  input: signedInput({ account: accountNumberField }),
  output: success({ data: z.array(meterSchema) }),
  failures: ['common.notFound', 'accounts.noContract', 'common.serviceDown'],
});

export const entityOverview = defineCall({
  path: '/api/entity/overview',
  summary:
    'Points and debt of each account of the entity, what is due when, the reading window, and what waits for who asks: acts to sign, limits. Without what the role may not.',
  audience: 'entity',
  area: 'points',
  input: signedInput({}),
  output: success({
    /** The current Kyiv day, which tells what is overdue. */
    today: dateField,
    accounts: z.array(
      z.object({
        account: accountNumberField,
        ...entityAccountFigures,
        /** null: the role sees no money. */
        debt: z.nullable(moneyField),
        /** Whether a meter has no reading for the window. */
        awaitsReading: z.boolean(),
      }),
    ),
    dues: z.array(z.object({ account: accountNumberField, ...entityDueFields })),
    /** The current window of readings or the next one; null: no account has a contract in force. */
    window: z.nullable(z.object({ opensOn: dateField, closesAt: instantField })),
    /** Accounts with acts that wait for the signature of the company; of whoever may sign. */
    actsToSign: z.array(
      z.object({
        account: accountNumberField,
        /** The oldest. */
        period: periodField,
        count: z.number(),
      }),
    ),
    /** Accounts that come to 90 % of a contract volume this month, and declined corrections that may be sent anew; of whoever may correct. */
    limitsNear: z.array(
      z.object({
        account: accountNumberField,
        period: periodField,
        /** Of the account; null: its volume is 0 kWh. */
        percent: z.nullable(z.number()),
        /** Points that come to 90 % and more. */
        points: z.number(),
      }),
    ),
    limitsDeclined: z.array(
      z.object({
        account: accountNumberField,
        period: periodField,
        reason: z.string(),
        /** The last day of sending it anew. */
        deadline: dateField,
      }),
    ),
  }),
  failures: ['common.serviceDown'],
});
