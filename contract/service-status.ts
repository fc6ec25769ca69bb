import * as z from 'zod/mini';
import { partStates, serviceParts } from '#domain/service-status/assess-service.ts';
import { defineCall, success } from './define-call.ts';
import { instantField } from './values/dates.ts';

/** Days for which interruptions are shown. */
export const incidentDays = 90;

/** What was interrupted: a part, or everything. */
export const incidentParts = ['cabinet', ...serviceParts] as const;
export const incidentStates = ['limited', 'down', 'maintenance'] as const;

const windowSchema = z.object({
  from: instantField,
  until: instantField,
  /** For customers; '': staff wrote none. */
  text: z.string(),
});

const serviceStatusSchema = z.object({
  checkedAt: instantField,
  /** In the order in which they are shown. */
  parts: z.array(z.object({ part: z.enum(serviceParts), state: z.enum(partStates) })),
  /** Maintenance that runs now; null: none. */
  running: z.nullable(windowSchema),
  /** Maintenance that is announced; null: none. */
  planned: z.nullable(windowSchema),
  /** Interruptions of the last 90 days, newest first; those that last have no end. */
  incidents: z.array(
    z.object({
      part: z.enum(incidentParts),
      state: z.enum(incidentStates),
      from: instantField,
      until: z.nullable(instantField),
    }),
  ),
  /** When interruptions and maintenance were read last: before `checkedAt` while the database is unavailable; null: never. */
  readAt: z.nullable(instantField),
});
export type ServiceStatus = z.infer<typeof serviceStatusSchema>;

export const getServiceStatus = defineCall({
  path: '/api/service-status/get',
  summary:
    'Whether the cabinet works now, maintenance that runs or is announced, and interruptions of the last 90 days; answered also while the database is unavailable.',
  audience: 'public',
  input: z.object({}),
  output: success({ service: serviceStatusSchema }),
  failures: [],
});
