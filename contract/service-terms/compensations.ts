import * as z from 'zod/mini';
import { compensationExclusions, compensationStates } from '#domain/service-terms/compensation.ts';
import { compensationClasses } from '#domain/service-terms/service-standard.ts';
import { defineCall, signedInput, success } from '../define-call.ts';
import { accountNumberField, cursorField, textField, uuidField } from '../fields.ts';
import { dateField, instantField } from '../values/dates.ts';
import { moneyField } from '../values/money.ts';

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
