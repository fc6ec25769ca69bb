import * as z from 'zod/mini';
import {
  closingExceptionSchema,
  closingPlanSchema,
  closingRunSchema,
  periodClosingFields,
} from '#contract/values/billing-period.ts';
import { closingExceptionKinds, maxKeptExceptions } from '#domain/charges/closing-exceptions.ts';
import { defineModule } from './define-module.ts';

export const PERIOD_CLOSING_STATE = defineModule({
  name: 'PERIOD_CLOSING_STATE',
  summary: 'Progress of closing the latest periods, from the counters stored by each chunk of accounts.',
  input: z.object({
    /** Number of periods, latest first. */
    limit: z.number(),
  }),
  output: z.object({
    periods: z.array(z.object(periodClosingFields)),
  }),
  failures: [],
});

/** Work over many accounts or rows, with how far it is. */
const runSchema = z.object({
  kind: z.enum(['closing', 'dryRun', 'import', 'bankStatement']),
  /** The period of a closing or a dry run, the folder of an import, the file of a bank statement. */
  subject: z.string(),
  step: z.enum(['reading', 'checking', 'loading', 'booking', 'closing']),
  /** 'interrupted': its process is gone; started again it goes on, or begins anew. */
  state: z.enum(['running', 'interrupted', 'paused', 'done', 'refused', 'failed']),
  /** Accounts, rows or bytes, by the step. */
  done: z.number(),
  total: z.number(),
});

export const PROGRESS_LIST = defineModule({
  name: 'PROGRESS_LIST',
  summary: 'Closings and imports that are running, were interrupted, or ended a few minutes ago.',
  input: z.object({}),
  output: z.object({ runs: z.array(runSchema) }),
  failures: [],
});

export const CLOSING_RUN_LIST = defineModule({
  name: 'CLOSING_RUN_LIST',
  summary:
    'What the next month to close has before its closing, and the latest dry run and closing of each of the latest months, the newest first.',
  input: z.object({
    /** Number of periods, latest first. */
    limit: z.number(),
  }),
  output: z.object({
    /** null: no month waits to be closed. */
    plan: z.nullable(closingPlanSchema),
    runs: z.array(closingRunSchema),
  }),
  failures: [],
});

export const CLOSING_RUN_START = defineModule({
  name: 'CLOSING_RUN_START',
  summary:
    'Starts a dry run or the closing of the earliest month that is not closed; a closing after its latest dry run, which found nothing that stops it and after which nothing changed, and with the number of readings that it leaves undecided.',
  input: z.object({
    period: z.string(),
    kind: z.enum(['dryRun', 'closing']),
    /** The dry run that whoever starts the closing has seen; null: of a dry run, or of a month whose closing was cut off. */
    dryRunNumber: z.nullable(z.number()),
    /** While its readings are still taken. */
    isEarly: z.boolean(),
    /** How many readings of the month are under review, as the caller has seen it; null: nothing is said. */
    undecidedReadings: z.nullable(z.number()),
    reason: z.string(),
    askedBy: z.string(),
  }),
  output: z.object({ runNumber: z.number() }),
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

export const CLOSING_RUN_ACT = defineModule({
  name: 'CLOSING_RUN_ACT',
  summary:
    'Pauses a closing after the accounts that it works on, resumes one that was paused, refused or has failed, or stops a dry run.',
  input: z.object({
    runNumber: z.number(),
    act: z.enum(['pause', 'resume', 'stop']),
    reason: z.string(),
  }),
  output: z.object({}),
  failures: ['common.notFound', 'periods.wrongState', 'periods.dryRunStale', 'periods.underWay'],
});

export const CLOSING_EXCEPTION_LIST = defineModule({
  name: 'CLOSING_EXCEPTION_LIST',
  summary:
    'What a run says of accounts to look at (none of a run that is not there), what stops a closing first, then by account.',
  input: z.object({
    runNumber: z.number(),
    /** null: all kinds. */
    kind: z.nullable(z.enum(closingExceptionKinds)),
    /** Of one account; null: of all. */
    account: z.nullable(z.string()),
    /** The last one of the part before; null: from the first on. */
    after: z.nullable(z.object({ kind: z.enum(closingExceptionKinds), account: z.string() })),
    limit: z.int().check(z.gte(1), z.lte(maxKeptExceptions)),
  }),
  output: z.object({
    exceptions: z.array(closingExceptionSchema),
    /** Of the filter. */
    count: z.number(),
  }),
  failures: [],
});
