import * as z from 'zod/mini';
import { defineCall, signedInput, success } from '../define-call.ts';
import { msField, percentileFields } from '../performance.ts';
import { dateField, instantField, periodField } from '../values/dates.ts';

const staff = { audience: 'admin', roles: ['analyst'] } as const;

export const performanceSpans = ['hour', 'day'] as const;
export type PerformanceSpan = (typeof performanceSpans)[number];

export const performanceHistory = defineCall({
  ...staff,
  path: '/api/performance/history',
  summary:
    'Calls, failures, durations, users, event loop, pool and queue of the last hour by minutes or the last day by ten.',
  input: signedInput({ span: z.enum(performanceSpans) }),
  output: success({
    stepSeconds: z.number(),
    /** Each step, the oldest first; the last one is under way. */
    points: z.array(
      z.object({
        at: instantField,
        /** Per second. */
        calls: z.number(),
        failed: z.number(),
        ...percentileFields,
        /** The largest of the step; null: no node wrote a sample. */
        inFlight: z.nullable(z.number()),
        lagMs: msField,
        poolWaiting: z.nullable(z.number()),
        jobsWaiting: z.nullable(z.number()),
        /** Who made calls in a minute; of a longer step, in the minute with the most. */
        usersPerMinute: z.number(),
        /** Sign-ins by password. */
        signedIn: z.number(),
        signInsRefused: z.number(),
      }),
    ),
  }),
  failures: [],
});

export const performanceReadings = defineCall({
  ...staff,
  path: '/api/performance/readings',
  summary:
    'Readings given in the window that opened last, against the window of the month before up to the same hour.',
  input: signedInput({}),
  output: success({
    period: periodField,
    opensOn: dateField,
    closesAt: instantField,
    isOpen: z.boolean(),
    readings: z.number(),
    before: z.number(),
    /** From the beginning of the window to the end of each hour; of hours to come null. */
    hours: z.array(z.object({ at: instantField, readings: z.nullable(z.number()), before: z.number() })),
    asOf: instantField,
  }),
  failures: [],
});
