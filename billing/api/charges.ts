import * as z from 'zod/mini';
import {
  benefitPlaceSchema,
  benefitReasonField,
  benefitSchema,
  grantedFields,
  grantedMonthsField,
} from '#contract/values/benefit.ts';
import { calculationSchema } from '#contract/values/charge-line.ts';
import { dateField } from '#contract/values/dates.ts';
import { defineModule } from './define-module.ts';
import { administratorField } from './ledger.ts';

export const CALCULATION_GET = defineModule({
  name: 'CALCULATION_GET',
  summary: 'The charge of the current period so far, per register, block and tariff version.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    /** A day of the requested period; absent: the earliest period that is not closed. */
    date: z.optional(dateField),
  }),
  output: z.extend(calculationSchema, {
    /** Message code of a note; null: none. */
    note: z.nullable(z.string()),
  }),
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

export const RECALCULATION_BOOK = defineModule({
  name: 'RECALCULATION_BOOK',
  summary:
    'Books recalculations of accounts read after months charged by average, or with closed months affected by a late reading or a change of master data, one page of accounts per call; safe to repeat.',
  input: z.object({
    /** Last account of the previous page; '' for the first page. */
    after: z.string(),
    /** Only readings submitted up to this time; later ones may still be corrected by the submitter. */
    readUntil: z.string(),
    /** Maximum number of accounts to check. */
    limit: z.number(),
  }),
  output: z.object({
    /** Last checked account; null: there are no more, or a closing is running. */
    through: z.nullable(z.string()),
    /** Recalculations booked by this call. */
    booked: z.number(),
  }),
  failures: [],
});

export const BENEFIT_LIST = defineModule({
  name: 'BENEFIT_LIST',
  summary:
    'Benefits and subsidies of an account, the newest month first, in parts; whether each is booked, who entered it, and the months that staff may enter one for.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    limit: z.int().check(z.gte(1), z.lte(1000)),
    after: z.optional(benefitPlaceSchema),
  }),
  output: z.object({
    benefits: z.array(benefitSchema),
    /** null: there are no more. */
    next: z.nullable(benefitPlaceSchema),
    /** null: the account is no household's. */
    months: grantedMonthsField,
  }),
  failures: ['common.notFound'],
});

/** Of a change of benefits by staff. */
const changedBenefit = {
  accountNumber: z.string(),
  requestId: z.string(),
  reason: benefitReasonField,
  administrator: administratorField,
};

export const BENEFIT_ADD = defineModule({
  name: 'BENEFIT_ADD',
  summary:
    'Enters a benefit or subsidy of a month, which the closing of the first open month from it on books; the same request again changes nothing.',
  accountField: 'accountNumber',
  input: z.object({ ...changedBenefit, ...grantedFields }),
  output: z.object({ benefit: benefitSchema }),
  failures: [
    'common.notFound',
    'common.forbidden',
    'common.requestReused',
    'management.changedMeanwhile',
    'benefits.alreadyThere',
    'benefits.importRuns',
    'benefits.monthOutOfRange',
    'benefits.notCharged',
    'benefits.notHousehold',
    'benefits.takesTwo',
  ],
});

export const BENEFIT_REMOVE = defineModule({
  name: 'BENEFIT_REMOVE',
  summary:
    'Removes a benefit that staff entered and no closing has begun to book; the same request again changes nothing.',
  accountField: 'accountNumber',
  input: z.object({ ...changedBenefit, benefitId: z.string() }),
  output: z.object({ benefitId: z.string() }),
  failures: [
    'common.notFound',
    'common.forbidden',
    'common.requestReused',
    'management.changedMeanwhile',
    'benefits.booked',
    'benefits.importRuns',
    'benefits.ofImport',
  ],
});
