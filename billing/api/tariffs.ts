import * as z from 'zod/mini';
import { dateField } from '#contract/values/dates.ts';
import { zoneSchemeField } from '#contract/values/energy.ts';
import { priceHistoryFields } from '#contract/values/price-history.ts';
import { secondPersonFailures } from '#contract/values/second-person.ts';
import { tariffVersionFields } from '#contract/values/tariff.ts';
import {
  plannedPricesSchema,
  tariffListFields,
  tariffPlanSchema,
  tariffPlanSteps,
} from '#contract/values/tariff-plan.ts';
import { maxText, minText } from '#contract/values/text-length.ts';
import { defineModule } from './define-module.ts';
import { secondPersonField } from './identity.ts';

export const TARIFF_HISTORY = defineModule({
  name: 'TARIFF_HISTORY',
  summary: 'The tariff of an account with the date range of every version, newest first.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string() }),
  output: z.object({
    tariffCode: z.string(),
    tariffTitle: z.string(),
    /** Scheme of the installed meter; 'single' without one. */
    zoneScheme: zoneSchemeField,
    versions: z.array(
      z.object({
        ...tariffVersionFields,
        /** Key of the legal act that set it, or free text of the supplier. */
        act: z.string(),
      }),
    ),
  }),
  failures: ['common.notFound'],
});

export const PRICE_HISTORY = defineModule({
  name: 'PRICE_HISTORY',
  summary:
    'Prices of a kWh by the contract of an account, by voltage class, with the dated versions of their parts.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string() }),
  output: z.object(priceHistoryFields),
  failures: ['common.notFound'],
});

const administratorSchema = z.object({ id: z.string(), name: z.string() });
const reasonField = z.string().check(minText(3), maxText(300));
/** The plan of the input is not there, or has been changed since: `details` has it as it is. */
const planFailures = ['common.notFound', 'tariffs.changedMeanwhile', 'tariffs.wrongState'] as const;

export const TARIFF_LIST = defineModule({
  name: 'TARIFF_LIST',
  summary: 'Every tariff with its versions and the planned ones, with their trials.',
  input: z.object({}),
  output: z.object(tariffListFields),
  failures: [],
});

export const TARIFF_PLAN = defineModule({
  name: 'TARIFF_PLAN',
  summary:
    'Plans a version of a tariff, or changes a planned one; a first day that has come needs asRecalculation. The same again has the same answer.',
  input: z.object({
    tariffCode: z.string(),
    /** null: a new one. */
    planId: z.nullable(z.string()),
    /** Of the plan that was looked at; 0: a new one. */
    revision: z.int(),
    validFrom: dateField,
    prices: plannedPricesSchema,
    act: z.string().check(minText(1), maxText(200)),
    asRecalculation: z.boolean(),
    reason: reasonField,
    administrator: administratorSchema,
  }),
  output: z.object({ plan: tariffPlanSchema }),
  failures: [...planFailures, 'tariffs.pastDay', 'tariffs.tooFarBack', 'tariffs.dayTaken', 'tariffs.gap'],
});

export const TARIFF_PLAN_STEP = defineModule({
  name: 'TARIFF_PLAN_STEP',
  summary:
    'Asks for the activation of a planned version; activates or refuses it, never its author; cancels it before it takes effect. An activated one whose first day has passed asks for the recalculation of its closed months.',
  input: z.object({
    planId: z.string(),
    revision: z.int(),
    step: z.enum(tariffPlanSteps),
    reason: reasonField,
    administrator: secondPersonField,
  }),
  output: z.object({ plan: tariffPlanSchema }),
  failures: [
    ...planFailures,
    ...secondPersonFailures,
    'tariffs.pastDay',
    'tariffs.dayTaken',
    'tariffs.gap',
    'tariffs.inEffect',
    'billing.periodClosing',
  ],
});

export const TARIFF_TRIAL = defineModule({
  name: 'TARIFF_TRIAL',
  summary: 'Starts the trial of a planned version on the accounts of its tariff, anew, or stops it.',
  input: z.object({
    planId: z.string(),
    act: z.enum(['start', 'stop']),
    administrator: administratorSchema,
  }),
  output: z.object({ plan: tariffPlanSchema }),
  failures: ['common.notFound', 'tariffs.wrongState', 'tariffs.nothingClosed'],
});
