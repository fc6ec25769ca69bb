import * as z from 'zod/mini';
import { closingExceptionKinds } from '#domain/charges/closing-exceptions.ts';
import { defineCall, fileTypes, signedInput, success } from './define-call.ts';
import { accountNumberField, cursorField, exportFormatField, textField } from './fields.ts';
import type { SearchSchema } from './page-search.ts';
import {
  closingExceptionSchema,
  closingPlanSchema,
  closingRunSchema,
  periodClosingFields,
} from './values/billing-period.ts';
import { periodField } from './values/dates.ts';
import { wholeNumberField } from './values/whole-number.ts';

/** Filter of the list of accounts to look at before a closing. */
export const closingExceptionSearch = {
  kind: closingExceptionKinds,
  of: { maxLength: 10 },
} as const satisfies SearchSchema;

const forReading = { audience: 'admin', roles: ['billing', 'operator'] } as const;
const changing = { audience: 'admin', roles: ['billing'], changes: true } as const;

const statesOutput = {
  periods: z.array(
    z.object({
      ...periodClosingFields,
      /** Remaining time at that rate; null: not running, or the rate is unknown. */
      secondsLeft: z.nullable(z.number()),
    }),
  ),
  /** null: no month waits to be closed. */
  plan: z.nullable(closingPlanSchema),
  /** The latest dry run and closing of each of the months that administrators started, the newest first. */
  runs: z.array(closingRunSchema),
};

export const periodStates = defineCall({
  path: '/api/admin/periods/state',
  summary:
    'The latest periods and how far the closing of each is, the newest first; what the next one to close has, and the runs of closings.',
  ...forReading,
  input: signedInput({}),
  output: success(statesOutput),
  failures: [],
});

const reasonField = textField(300).check(z.trim());

export const startRun = defineCall({
  path: '/api/admin/periods/run',
  summary:
    'Starts a dry run or the closing of the earliest month that is not closed; a closing needs its latest dry run, which found nothing that stops it and after which nothing changed, and the number of readings under review that it leaves undecided. Of two at once one is started.',
  ...changing,
  input: signedInput({
    period: periodField,
    kind: z.enum(['dryRun', 'closing']),
    /** The dry run that whoever starts the closing has seen. */
    dryRun: z.optional(wholeNumberField(1)),
    /** Also while readings of the month are still taken. */
    early: z.optional(z.boolean()),
    /** How many readings of the month are under review, as the administrator has seen it; needed for a closing when there are any. */
    undecided: z.optional(wholeNumberField(0)),
    /** Why; needed for a closing. */
    reason: z.optional(reasonField),
  }),
  output: success(statesOutput),
  failures: [
    'periods.notNext',
    'periods.notOver',
    'periods.readingsTaken',
    'periods.dryRunNeeded',
    'periods.dryRunStale',
    'periods.notChargeable',
    'periods.undecided',
    'periods.underWay',
  ],
});

export const actOnRun = defineCall({
  path: '/api/admin/periods/act',
  summary:
    'Pauses a closing after the accounts that it works on, resumes it from there, or stops a dry run; the second time it changes nothing.',
  ...changing,
  input: signedInput({
    run: wholeNumberField(1),
    act: z.enum(['pause', 'resume', 'stop']),
    reason: z.optional(reasonField),
  }),
  output: success(statesOutput),
  failures: ['common.notFound', 'periods.wrongState', 'periods.dryRunStale', 'periods.underWay'],
});

const exceptionFilter = {
  run: wholeNumberField(1),
  kind: z.optional(z.enum(closingExceptionKinds)),
  account: z.optional(accountNumberField),
};

export const listClosingExceptions = defineCall({
  path: '/api/admin/periods/exceptions',
  summary:
    'What a run says of accounts to look at, what stops the closing first, by parts; a run that is not there has none.',
  ...forReading,
  input: signedInput({ ...exceptionFilter, cursor: z.optional(cursorField) }),
  output: success({
    exceptions: z.array(closingExceptionSchema),
    next: z.nullable(cursorField),
    count: z.number(),
  }),
  failures: [],
});

export const exportClosingExceptions = defineCall({
  path: '/api/admin/periods/exceptions/export',
  summary: 'The accounts to look at of a filter as a table to keep.',
  ...forReading,
  file: [fileTypes.xlsx, fileTypes.csv],
  input: signedInput({ ...exceptionFilter, format: exportFormatField }),
  output: z.unknown(),
  failures: [],
});
