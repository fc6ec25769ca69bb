import * as z from 'zod/mini';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { formatMoment, kyivTimeOf } from '#domain/time/kyiv.ts';
import { defineCall, signedInput, success } from './define-call.ts';
import { textField } from './fields.ts';
import { commonMessages } from './messages/common-messages.ts';
import { formatText } from './messages/format-text.ts';
import { managementMessages } from './messages/management-messages.ts';
import { instantField } from './values/dates.ts';
import { minText } from './values/text-length.ts';
import { revisionField } from './values/whole-number.ts';

/** Longest maintenance, hours. */
export const maxMaintenanceHours = 48;
/** Longest text for customers, characters. */
export const maxMaintenanceText = 300;

const two = (value: number) => String(value).padStart(2, '0');

/** What customers are told while it runs: the agreed text and the end, on another day with its date. */
export function restoredSoonText(until: string, now: Instant): string {
  const end = kyivTimeOf(instantFromIso(until));
  const time = `${end.hour}:${two(end.minute)}`;
  const moment = end.date === kyivTimeOf(now).date ? time : formatMoment(instantFromIso(until));
  return `${commonMessages['common.restoredSoon']} ${formatText(managementMessages['maintenance.until'], { moment })}`;
}

const maintenanceSchema = z.object({
  /** 'off': nothing is planned, or its end has passed. */
  state: z.enum(['off', 'planned', 'running']),
  /** Null: it is off. */
  from: z.nullable(instantField),
  until: z.nullable(instantField),
  /** For the staff. */
  reason: z.string(),
  /** For customers, on the page of the service; '': only the time is shown. */
  text: z.string(),
  /** Who set or ended it last; '': nobody yet. */
  by: z.string(),
  revision: z.number(),
});
export type MaintenanceData = z.infer<typeof maintenanceSchema>;

const answer = success({ maintenance: maintenanceSchema });
const reasonField = textField(300).check(z.trim(), minText(3, 'field.required'));
const changing = { audience: 'admin', roles: ['owner'], changes: true } as const;

export const getMaintenance = defineCall({
  path: '/api/admin/maintenance/get',
  summary: 'The maintenance that is planned or runs now.',
  audience: 'admin',
  input: signedInput({}),
  output: answer,
  failures: [],
});

export const setMaintenance = defineCall({
  path: '/api/admin/maintenance/set',
  summary:
    'Plans maintenance or starts it, or changes the one that is planned or runs: until its end calls of customers are refused with that end.',
  ...changing,
  input: signedInput({
    /** Null, or a moment that has passed: it starts now. A running one keeps its start. */
    from: z.nullable(instantField),
    until: instantField,
    reason: reasonField,
    /** For customers; absent: it stays as it is. */
    text: z.optional(textField(maxMaintenanceText).check(z.trim())),
    revision: revisionField,
  }),
  output: answer,
  failures: ['management.changedMeanwhile', 'maintenance.endsTooEarly', 'maintenance.tooLong'],
});

export const endMaintenance = defineCall({
  path: '/api/admin/maintenance/end',
  summary:
    'Ends the maintenance that runs, or calls off the planned one: customers are served again at once.',
  ...changing,
  input: signedInput({ reason: reasonField, revision: revisionField }),
  output: answer,
  failures: ['management.changedMeanwhile'],
});
