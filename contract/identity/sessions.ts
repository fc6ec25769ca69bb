import * as z from 'zod/mini';
import { defineCall, signedInput, success } from '../define-call.ts';
import { uuidField } from '../fields.ts';
import { instantField } from '../values/dates.ts';

const sessionSchema = z.object({
  sessionId: uuidField,
  /** User agent of the browser. */
  device: z.string(),
  address: z.string(),
  way: z.enum(['password', 'code']),
  startedAt: instantField,
  /** Rounded to ten minutes. */
  lastUsedAt: instantField,
  /** The session of the caller. */
  current: z.boolean(),
});

/** That the staff saw the cabinet as its customer. */
const pastViewingSchema = z.object({
  /** Name of the administrator. */
  viewer: z.string(),
  reason: z.string(),
  startedAt: instantField,
  /** null: it lasts. */
  endedAt: z.nullable(instantField),
});

export const listSessions = defineCall({
  path: '/api/sessions/list',
  summary:
    'The sessions that stand, the one that asks first; and when the staff saw the cabinet as its customer, the last twenty times.',
  audience: 'signedIn',
  area: 'own',
  input: signedInput({}),
  output: success({ sessions: z.array(sessionSchema), viewings: z.array(pastViewingSchema) }),
  failures: [],
});

export const endSession = defineCall({
  path: '/api/sessions/end',
  summary: 'Ends one of the own sessions at once, on every node.',
  audience: 'signedIn',
  area: 'own',
  changes: true,
  input: signedInput({ sessionId: uuidField }),
  output: success({}),
  failures: ['common.notFound'],
});

export const endAllSessions = defineCall({
  path: '/api/sessions/end-all',
  summary: 'Ends all the own sessions at once, but this one when it is to be kept.',
  audience: 'signedIn',
  area: 'own',
  changes: true,
  input: signedInput({ keepThis: z.optional(z.boolean()) }),
  output: success({ ended: z.number() }),
  failures: [],
});
