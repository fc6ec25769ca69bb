import * as z from 'zod/mini';
import { chargeGrounds, closingExceptionKinds, staleCauses } from '#domain/charges/closing-exceptions.ts';
import { dateField, instantField, periodField } from './dates.ts';
import { zoneField } from './energy.ts';

/** A period and the progress of its closing. */
export const periodClosingFields = {
  period: periodField,
  state: z.enum(['open', 'closing', 'closed']),
  /** Whether a process works on it now; an interrupted closing resumes when it is started again. */
  isRunning: z.boolean(),
  /** Accounts done and in total; null: not started. */
  done: z.nullable(z.number()),
  total: z.nullable(z.number()),
  startedAt: z.nullable(instantField),
  closedAt: z.nullable(instantField),
  /** Accounts per second of the current or the last run; null: not known yet. */
  perSecond: z.nullable(z.number()),
};

const shareFields = {
  accounts: z.number(),
  kwh: z.number(),
  /** Charged for the month itself, VAT included. */
  charged: z.string(),
};

/** What a run of a closing has come to; accounts that stop a closing are in `exceptions` alone. */
const runTotalsSchema = z.object({
  ...shareFields,
  /** What it changes of months before. */
  recalculated: z.string(),
  /** By what the charges stand on, the surest first; those without an account are left out. */
  shares: z.array(z.object({ ground: z.enum(chargeGrounds), ...shareFields })),
  /** In the order of the list; kinds that no account has are left out. */
  exceptions: z.array(z.object({ kind: z.enum(closingExceptionKinds), accounts: z.number() })),
  /** How many of them stop a closing. */
  stopping: z.number(),
  /** Readings under review, the energy by their values, and what is charged in their place; null: no reading is. */
  undecided: z.nullable(
    z.object({ readings: z.number(), givenKwh: z.number(), kwh: z.number(), charged: z.string() }),
  ),
  /** Meters that count, and those read at the end of the month: an account may have hundreds. */
  meters: z.number(),
  metersRead: z.number(),
});

/** A closing that an administrator started, or a dry run of one. */
export const closingRunSchema = z.object({
  runNumber: z.number(),
  period: periodField,
  kind: z.enum(['dryRun', 'closing']),
  /**
   * 'interrupted': its process is gone, and the next one goes on within a minute; 'pausing': it stops after the accounts that it works
   * on; 'stopped': a dry run that nobody wants any more.
   */
  state: z.enum([
    'waiting',
    'running',
    'interrupted',
    'pausing',
    'paused',
    'done',
    'stopped',
    'refused',
    'failed',
  ]),
  askedBy: z.string(),
  askedAt: instantField,
  reason: z.string(),
  startedAt: z.nullable(instantField),
  endedAt: z.nullable(instantField),
  /** A process that worked on it was cut off, and another went on. */
  wasInterrupted: z.boolean(),
  done: z.number(),
  /** null: not counted yet. */
  total: z.nullable(z.number()),
  totals: z.nullable(runTotalsSchema),
  /** Why it was refused or has failed. */
  code: z.nullable(
    z.enum([
      'notOver',
      'earlierPeriodOpen',
      'noTariff',
      'noPrice',
      'undecided',
      'closingElsewhere',
      'notCharged',
      'fault',
    ]),
  ),
  /** The month, tariff, price, account or number of undecided readings in the way; of a fault what the program said. */
  subject: z.nullable(z.string()),
  /**
   * Why a finished dry run of the month to close is no longer good, with the number of changes; [] otherwise. 0: it is not counted.
   * Of all causes together at most 10,000 changes are counted.
   */
  stale: z.array(z.object({ cause: z.enum(staleCauses), count: z.number() })),
});
export type ClosingRunData = z.infer<typeof closingRunSchema>;

/** The earliest month that is not closed, before its closing. */
export const closingPlanSchema = z.object({
  period: periodField,
  state: z.enum(['open', 'closing']),
  /** The month is over: it may be closed. */
  isOver: z.boolean(),
  /** Until when its readings are taken. */
  readingsUntil: instantField,
  areReadingsTaken: z.boolean(),
  /** Accounts that it charges. */
  accounts: z.number(),
  /** Those with a reading of at least one meter as of its end. */
  withReading: z.number(),
  /** Meters with a reading as of its end: an account may have hundreds. */
  metersWithReading: z.number(),
  /** Readings of the month under review, each of them one decision; kWh by the values as given. */
  undecided: z.object({
    readings: z.number(),
    accounts: z.number(),
    customers: z.number(),
    kwh: z.number(),
  }),
  /** A process closes a month now that no run knows of: the command. */
  isClosedElsewhere: z.boolean(),
});
export type ClosingPlanData = z.infer<typeof closingPlanSchema>;

export const closingExceptionSchema = z.object({
  account: z.string(),
  customer: z.string(),
  kind: z.enum(closingExceptionKinds),
  stopsClosing: z.boolean(),
  /** The tariff, the part of a price, what the program said, or how many readings are under review. */
  subject: z.string(),
  kwh: z.nullable(z.number()),
  /** The same month last year; of readings under review by the values as given. */
  expectedKwh: z.nullable(z.number()),
  sum: z.nullable(z.string()),
  /** Accepted values that went back, and no roll-over explains it. */
  steps: z.array(
    z.object({
      serialNumber: z.string(),
      zone: zoneField,
      previousValue: z.number(),
      previousDate: dateField,
      value: z.number(),
      date: dateField,
    }),
  ),
});
export type ClosingExceptionData = z.infer<typeof closingExceptionSchema>;
