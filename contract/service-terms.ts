import * as z from 'zod/mini';
import { compensationExclusions, compensationStates } from '#domain/service-terms/compensation.ts';
import { compensationClasses } from '#domain/service-terms/service-standard.ts';
import { defineCall, signedInput, success } from './define-call.ts';
import { accountNumberField, cursorField, textField, uuidField } from './fields.ts';
import { dateField, instantField } from './values/dates.ts';
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

const compensationRowSchema = z.object({
  account: accountNumberField,
  compensationId: uuidField,
  /** The conversation that was not answered in time. */
  ticket: z.object({ id: uuidField, number: z.number(), title: z.string(), topic: z.string() }),
  customerType: z.enum(['person', 'entity']),
  customerClass: z.enum(compensationClasses),
  /** Act and clause. */
  basis: z.string(),
  sum: moneyField,
  /** The first day after the term. */
  breachedOn: dateField,
  /** The last day on which it is given in time, and calendar days from today to it. */
  dueBy: dateField,
  daysLeft: z.number(),
  /** null: not answered yet. */
  answeredOn: z.nullable(dateField),
  state: z.enum(compensationStates),
  exclusion: z.nullable(z.enum(compensationExclusions)),
  note: z.string(),
  /** null: nobody has decided. */
  decided: z.nullable(z.object({ by: z.string(), at: instantField })),
});
export type CompensationData = z.infer<typeof compensationRowSchema>;

export const listCompensations = defineCall({
  path: '/api/admin/compensations/list',
  summary:
    'Compensations of breached terms: those that wait for a decision by their last day, or the decided ones, newest first.',
  audience: 'admin',
  roles: ['billing'],
  input: signedInput({ state: z.enum(['proposed', 'decided']), cursor: z.optional(cursorField) }),
  output: success({
    compensations: z.array(compensationRowSchema),
    next: z.nullable(z.string()),
    /** Of those that wait: how many, of these past their last day, and what they come to. */
    waiting: z.number(),
    overdue: z.number(),
    waitingSum: moneyField,
  }),
  failures: [],
});

export const decideCompensation = defineCall({
  path: '/api/admin/compensations/decide',
  summary:
    'Approves a compensation, which is then booked, or excludes it with the reason; the first decision counts.',
  audience: 'admin',
  roles: ['billing'],
  changes: true,
  input: signedInput({
    account: accountNumberField,
    compensationId: uuidField,
    decision: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('approve') }),
      z.object({
        kind: z.literal('exclude'),
        exclusion: z.enum(compensationExclusions),
        note: textField(500),
      }),
    ]),
  }),
  output: success({ compensation: compensationRowSchema }),
  failures: ['common.notFound', 'support.compensationDecided'],
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
