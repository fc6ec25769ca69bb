import * as z from 'zod/mini';
import { defineCall, signedInput, success } from '../define-call.ts';
import { uuidField } from '../fields.ts';
import {
  requestNoteField,
  staffActionField,
  volumeRequestRowSchema,
  volumeRequestSchema,
  waitingVolumeRequestSchema,
} from '../values/volume.ts';
import { ofAccount } from '../volumes.ts';

const ofStaff = { audience: 'admin', roles: ['billing', 'operator'] } as const;

export const waitingVolumeRequests = defineCall({
  path: '/api/admin/limits/waiting',
  summary: 'Corrections of contract volumes that wait to be decided or applied, the oldest hundred.',
  ...ofStaff,
  input: signedInput({}),
  output: success({ requests: z.array(waitingVolumeRequestSchema), count: z.number() }),
  failures: ['common.serviceDown'],
});

export const waitingVolumeRequest = defineCall({
  path: '/api/admin/limits/request',
  summary: 'The points of a correction that a customer has sent: kWh before and after.',
  ...ofStaff,
  input: signedInput({ ...ofAccount, correctionId: uuidField }),
  output: success({ request: volumeRequestSchema, rows: z.array(volumeRequestRowSchema) }),
  failures: ['common.notFound', 'common.serviceDown'],
});

export const decideVolumeRequest = defineCall({
  path: '/api/admin/limits/decide',
  summary: 'Approves, declines (with the reason) or applies a correction of contract volumes.',
  ...ofStaff,
  changes: true,
  input: signedInput({
    ...ofAccount,
    correctionId: uuidField,
    revision: z.int().check(z.gte(1), z.lte(1_000_000)),
    action: staffActionField,
    /** Needed to decline. */
    reason: requestNoteField,
  }),
  output: success({ request: volumeRequestSchema }),
  failures: [
    'limits.decidedMeanwhile',
    'limits.monthClosed',
    'limits.reasonMissing',
    'limits.wrongState',
    'common.notFound',
  ],
});
