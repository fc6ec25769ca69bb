import * as z from 'zod/mini';
import { dateField, periodField, yearField } from '#contract/values/dates.ts';
import {
  customerActionField,
  requestNoteField,
  staffActionField,
  volumeFigureFields,
  volumeFilterFields,
  volumePointSchema,
  volumeRequestRowSchema,
  volumeRequestSchema,
  volumeRowsField,
  volumeSheetFields,
  volumeYearFields,
  waitingVolumeRequestSchema,
} from '#contract/values/volume.ts';
import { defineModule } from './define-module.ts';

export const VOLUME_YEAR = defineModule({
  name: 'VOLUME_YEAR',
  summary: 'Contract volumes of an account by the months of a year, with the forecast of the open month.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string(), year: yearField }),
  output: z.object(volumeYearFields),
  failures: ['common.notFound'],
});

export const VOLUME_LIST = defineModule({
  name: 'VOLUME_LIST',
  summary: 'Contract volumes by month and point of a filter, with the energy used, deviation and forecast.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    from: periodField,
    to: periodField,
    /** Words, all of which a point must have; '': all points. */
    words: z.string(),
    ...volumeFilterFields,
  }),
  output: z.object({ points: z.array(volumePointSchema), total: z.object(volumeFigureFields) }),
  failures: ['common.notFound'],
});

export const VOLUME_SHEET = defineModule({
  name: 'VOLUME_SHEET',
  summary: 'All points of an account with the volumes of a month, and the open request to correct them.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string(), period: periodField }),
  output: z.object(volumeSheetFields),
  failures: ['common.notFound'],
});

export const VOLUME_DRAFT_SAVE = defineModule({
  name: 'VOLUME_DRAFT_SAVE',
  summary: 'Keeps a correction of the volumes of a month as a draft.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    period: periodField,
    revision: z.number(),
    note: requestNoteField,
    rows: volumeRowsField,
  }),
  output: z.object({ request: volumeRequestSchema }),
  failures: [
    'limits.deadlinePassed',
    'limits.changedMeanwhile',
    'limits.unknownPoint',
    'limits.wrongState',
    'common.notFound',
  ],
});

export const VOLUME_REQUEST_MOVE = defineModule({
  name: 'VOLUME_REQUEST_MOVE',
  summary: 'Sends, withdraws, approves, declines or applies a correction; applied, its volumes count.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    requestId: z.string(),
    revision: z.number(),
    action: z.union([customerActionField, staffActionField]),
    reason: requestNoteField,
    /** Of who acts; '': only the contract's sign-in is known. */
    actorName: z.string(),
  }),
  output: z.object({ request: volumeRequestSchema }),
  failures: [
    'limits.deadlinePassed',
    'limits.changedMeanwhile',
    'limits.nothingChanged',
    'limits.decidedMeanwhile',
    'limits.monthClosed',
    'limits.reasonMissing',
    'limits.wrongState',
    'common.notFound',
  ],
});

export const VOLUME_REQUEST_LIST = defineModule({
  name: 'VOLUME_REQUEST_LIST',
  summary: 'The corrections that an account asked for, the newest first, with their histories.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string(), limit: z.int().check(z.gte(1), z.lte(1000)) }),
  output: z.object({ requests: z.array(volumeRequestSchema) }),
  failures: ['common.notFound'],
});

export const VOLUME_REQUEST_GET = defineModule({
  name: 'VOLUME_REQUEST_GET',
  summary: 'A correction with its points: kWh before and after.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string(), requestId: z.string() }),
  output: z.object({ request: volumeRequestSchema, rows: z.array(volumeRequestRowSchema) }),
  failures: ['common.notFound'],
});

export const VOLUME_REQUESTS_WAITING = defineModule({
  name: 'VOLUME_REQUESTS_WAITING',
  summary: 'Corrections of all accounts that wait to be decided or applied, the oldest first.',
  input: z.object({ limit: z.int().check(z.gte(1), z.lte(1000)) }),
  output: z.object({ requests: z.array(waitingVolumeRequestSchema), count: z.number() }),
  failures: [],
});

export const VOLUME_DECLINED = defineModule({
  name: 'VOLUME_DECLINED',
  summary:
    'Corrections of these accounts that were declined and may still be sent anew, the first deadline first.',
  input: z.object({ accountNumbers: z.array(z.string()).check(z.maxLength(5000)) }),
  output: z.object({
    requests: z.array(
      z.object({ accountNumber: z.string(), period: periodField, reason: z.string(), deadline: dateField }),
    ),
  }),
  failures: [],
});

export const VOLUME_NEAR = defineModule({
  name: 'VOLUME_NEAR',
  summary: 'Accounts that come to 90 % and more of a contract volume in the open month, by their forecast.',
  input: z.object({ accountNumbers: z.array(z.string()).check(z.maxLength(5000)) }),
  output: z.object({
    period: periodField,
    accounts: z.array(
      z.object({
        accountNumber: z.string(),
        /** Of the whole account; null: its volume is 0 kWh. */
        percent: z.nullable(z.number()),
        /** Points that come to 90 % and more. */
        points: z.number(),
        /** Of these the one that comes the farthest; null: the account as a whole is near, none of its points. */
        worst: z.nullable(
          z.object({ eic: z.string(), objectName: z.string(), percent: z.nullable(z.number()) }),
        ),
      }),
    ),
  }),
  failures: [],
});
