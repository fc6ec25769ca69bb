import * as z from 'zod/mini';
import { compensationClasses } from '#domain/service-terms/service-standard.ts';
import { defineCall, success } from './define-call.ts';
import { textField } from './fields.ts';
import { dateField } from './values/dates.ts';
import { moneyField } from './values/money.ts';

/** Sums of one breach by class of the customer. Source: NEURC № 375, clause 4.3. */
const compensationSchema = z.object({ household: moneyField, smallBusiness: moneyField, other: moneyField });

export const listServiceTerms = defineCall({
  path: '/api/service-terms/list',
  summary:
    'How soon the supplier answers, by the kind of request: the term in force, the last day for a request made now, the compensation of a breach.',
  audience: 'public',
  input: z.object({ token: z.optional(textField(4096)) }),
  output: success({
    standards: z.array(
      z.object({
        code: z.string(),
        days: z.number(),
        unit: z.enum(['working', 'calendar']),
        basis: z.string(),
        /** In force since. */
        validFrom: dateField,
        /** Of a request that is received now: the day it counts as received, and the last day of the term. */
        receivedOn: dateField,
        dueOn: dateField,
        /** Calendar days from today to the last one. */
        daysLeft: z.number(),
        /** The day to which it may be extended with notice; null: it may not. */
        extendableTo: z.nullable(dateField),
        compensation: z.nullable(compensationSchema),
      }),
    ),
  }),
  failures: [],
});
/** Fewer requests than this are shown as counts: a share of them says little. The same limit as for feedback. */
export const minShareRequests = 30;

/** A year or a quarter: '2026', '2026-Q3'. */
const qualityPeriodField = z.string().check(z.regex(/^20\d\d(-Q[1-4])?$/, { error: 'field.invalid' }));

export const getServiceQuality = defineCall({
  path: '/api/service-terms/quality',
  summary:
    'How the supplier keeps its terms: requests whose term ended in a year or a quarter, answered in time and not, and the compensations given, by standard; this year until yesterday when none is named.',
  audience: 'public',
  input: z.object({ token: z.optional(textField(4096)), period: z.optional(qualityPeriodField) }),
  output: success({
    period: qualityPeriodField,
    /** The first and the last day whose terms are counted. */
    from: dateField,
    to: dateField,
    /** Periods that can be asked for, newest first. */
    periods: z.array(qualityPeriodField),
    /** Guaranteed ones first. */
    standards: z.array(
      z.object({
        code: z.string(),
        days: z.number(),
        unit: z.enum(['working', 'calendar']),
        basis: z.string(),
        /** A breach is compensated. */
        isGuaranteed: z.boolean(),
        requests: z.number(),
        inTime: z.number(),
        breached: z.number(),
        /** Of the breached: not answered yet. */
        open: z.number(),
        /** Given for breaches of these terms, by class of the customer; those without any are left out. */
        compensations: z.array(
          z.object({ customerClass: z.enum(compensationClasses), cases: z.number(), sum: moneyField }),
        ),
      }),
    ),
  }),
  failures: [],
});
