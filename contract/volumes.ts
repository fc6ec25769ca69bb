import * as z from 'zod/mini';
import { defineCall, fileTypes, signedInput, success } from './define-call.ts';
import { accountNumberField, exportFormatField, textField, uuidField } from './fields.ts';
import { periodField, yearField } from './values/dates.ts';
import {
  customerActionField,
  requestNoteField,
  volumeFigureFields,
  volumeFilterFields,
  volumePointSchema,
  volumeRequestRowSchema,
  volumeRequestSchema,
  volumeRowsField,
  volumeSheetFields,
  volumeYearFields,
} from './values/volume.ts';
import { revisionField } from './values/whole-number.ts';

export const ofAccount = { account: accountNumberField };
const ofEntity = { audience: 'entity', area: 'limits', accountField: 'account' } as const;

export const getVolumeYear = defineCall({
  path: '/api/entity/limits/year',
  summary:
    'Contract volumes of an account by the months of a year: contracted, corrected, used, foreseen, and what is left.',
  ...ofEntity,
  input: signedInput({ ...ofAccount, year: yearField }),
  output: success(volumeYearFields),
  failures: ['common.notFound', 'common.serviceDown'],
});

const volumeFilter = {
  ...ofAccount,
  /** Absent: the whole year. */
  period: z.optional(periodField),
  year: yearField,
  /** Words of object, address, cost centre or EIC code. */
  q: z.optional(textField(100)),
  ...volumeFilterFields,
};

export const listVolumes = defineCall({
  path: '/api/entity/limits/list',
  summary: 'Contract volumes by month and metering point with the energy used, deviation and forecast.',
  ...ofEntity,
  input: signedInput(volumeFilter),
  output: success({
    points: z.array(volumePointSchema),
    /** Of the points of the filter. */
    total: z.object(volumeFigureFields),
  }),
  failures: ['common.notFound', 'common.serviceDown'],
});

export const exportVolumes = defineCall({
  path: '/api/entity/limits/export',
  summary: 'Contract volumes of a filter as a table to keep, a row for each month and metering point.',
  ...ofEntity,
  file: [fileTypes.xlsx, fileTypes.csv],
  input: signedInput({ ...volumeFilter, format: exportFormatField }),
  output: z.unknown(),
  failures: ['common.notFound', 'common.serviceDown'],
});

export const getVolumeSheet = defineCall({
  path: '/api/entity/limits/sheet',
  summary: 'The table of a correction: all points of an account with their volumes, and the open request.',
  ...ofEntity,
  input: signedInput({ ...ofAccount, period: periodField }),
  output: success(volumeSheetFields),
  failures: ['common.notFound', 'common.serviceDown'],
});

/** 5,000 rows. */
const maxSheetBytes = 1024 * 1024;

export const saveVolumeDraft = defineCall({
  path: '/api/entity/limits/save-draft',
  summary: 'Keeps a correction of the volumes of a month as a draft; it changes nothing until it is applied.',
  ...ofEntity,
  changes: true,
  maxBytes: maxSheetBytes,
  input: signedInput({
    ...ofAccount,
    period: periodField,
    /** Of the draft that is changed; 0: a new one. */
    revision: revisionField,
    note: requestNoteField,
    /** Rows equal to the volume that counts are left out. */
    rows: volumeRowsField,
  }),
  output: success({ request: volumeRequestSchema }),
  failures: [
    'limits.deadlinePassed',
    'limits.changedMeanwhile',
    'limits.unknownPoint',
    'limits.wrongState',
    'common.notFound',
  ],
});

export const moveVolumeRequest = defineCall({
  path: '/api/entity/limits/move',
  summary: 'Sends a draft to the supplier, or takes back a request that nobody has decided.',
  ...ofEntity,
  changes: true,
  input: signedInput({
    ...ofAccount,
    correctionId: uuidField,
    revision: z.int().check(z.gte(1), z.lte(1_000_000)),
    action: customerActionField,
  }),
  output: success({ request: volumeRequestSchema }),
  failures: [
    'limits.deadlinePassed',
    'limits.changedMeanwhile',
    'limits.nothingChanged',
    'limits.wrongState',
    'common.notFound',
  ],
});

export const listVolumeRequests = defineCall({
  path: '/api/entity/limits/requests',
  summary: 'The newest hundred corrections that an account asked for, with their states and answers.',
  ...ofEntity,
  input: signedInput(ofAccount),
  output: success({ requests: z.array(volumeRequestSchema) }),
  failures: ['common.notFound', 'common.serviceDown'],
});

export const getVolumeRequest = defineCall({
  path: '/api/entity/limits/request',
  summary: 'The points of a correction: kWh before and after.',
  ...ofEntity,
  input: signedInput({ ...ofAccount, correctionId: uuidField }),
  output: success({ request: volumeRequestSchema, rows: z.array(volumeRequestRowSchema) }),
  failures: ['common.notFound', 'common.serviceDown'],
});
