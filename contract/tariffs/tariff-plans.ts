import * as z from 'zod/mini';
import { defineCall, signedInput, success } from '../define-call.ts';
import { textField, uuidField } from '../fields.ts';
import { dateField } from '../values/dates.ts';
import { secondPersonFailures } from '../values/second-person.ts';
import {
  plannedPricesSchema,
  tariffListFields,
  tariffPlanSchema,
  tariffPlanSteps,
} from '../values/tariff-plan.ts';
import { minText } from '../values/text-length.ts';
import { revisionField } from '../values/whole-number.ts';

/** Who sees the tariffs of the supplier; who changes them has the role billing. */
export const tariffReaders = ['billing', 'operator', 'analyst'] as const;

export const readTariffs = defineCall({
  path: '/api/admin/tariffs/list',
  summary: 'Every tariff with its versions, past, present and planned, and the trials of planned ones.',
  audience: 'admin',
  roles: tariffReaders,
  input: signedInput({}),
  output: success({
    ...tariffListFields,
    /** Identity of the caller: an author does not activate the own plan. */
    you: z.string(),
  }),
  failures: [],
});

const changing = { audience: 'admin', roles: ['billing'], changes: true } as const;
const reasonField = textField(300).check(z.trim(), minText(3, 'field.required'));
const planFailures = ['common.notFound', 'tariffs.changedMeanwhile', 'tariffs.wrongState'] as const;
const planOutput = success({ plan: tariffPlanSchema });

export const planTariff = defineCall({
  path: '/api/admin/tariffs/plan',
  summary:
    'Plans a version of a tariff from a day on, or changes a planned one; nobody is charged by it before another administrator has activated it.',
  ...changing,
  input: signedInput({
    tariff: textField(40).check(minText(1, 'field.required')),
    /** Absent: a new one. */
    planId: z.optional(uuidField),
    /** Of the plan that was looked at: another one is refused, with the plan as it is in `details`. 0: a new one. */
    revision: revisionField,
    from: dateField,
    prices: plannedPricesSchema,
    /** The act or the decision that sets it. */
    act: textField(200).check(z.trim(), minText(1, 'field.required')),
    /** A day that has come: closed months are to be charged anew. */
    asRecalculation: z.boolean(),
    reason: reasonField,
  }),
  output: planOutput,
  failures: [...planFailures, 'tariffs.pastDay', 'tariffs.tooFarBack', 'tariffs.dayTaken', 'tariffs.gap'],
});

export const stepTariffPlan = defineCall({
  path: '/api/admin/tariffs/step',
  summary:
    'Asks for the activation of a planned version, activates or refuses it (never its author), or cancels it before it takes effect.',
  ...changing,
  input: signedInput({
    planId: uuidField,
    revision: z.int().check(z.gte(1), z.lte(1_000_000)),
    step: z.enum(tariffPlanSteps),
    reason: reasonField,
  }),
  output: planOutput,
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

export const tryTariffPlan = defineCall({
  path: '/api/admin/tariffs/trial',
  summary:
    'Starts the trial of a planned version on the consumption of its accounts in the last closed month, or stops it; its progress is in the list.',
  ...changing,
  input: signedInput({ planId: uuidField, act: z.enum(['start', 'stop']) }),
  output: planOutput,
  failures: ['common.notFound', 'tariffs.wrongState', 'tariffs.nothingClosed'],
});
