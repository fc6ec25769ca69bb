import * as z from 'zod/mini';
import { defineCall, fileTypes, signedInput, success } from '../define-call.ts';
import { accountNumberField, requestIdField, textField, uuidField } from '../fields.ts';
import { submissionWindowSchema } from '../values/reading.ts';
import {
  cellErrorSchema,
  commitModeField,
  pointRulesSchema,
  readingPointSchema,
  rowCountFields,
  shownRowSchema,
  submittedRowsField,
} from '../values/reading-points.ts';
import { latestReviewSchema } from '../values/reading-review.ts';

const ofAccount = { account: accountNumberField };

export const readingPoints = defineCall({
  path: '/api/readings/points',
  summary:
    'All points of an account with their registers and channels, previous values, prices and the rules.',
  audience: 'customer',
  area: 'points',
  ofPoints: true,
  accountField: 'account',
  input: signedInput(ofAccount),
  output: success({
    window: submissionWindowSchema,
    customerType: z.enum(['person', 'entity']),
    rules: pointRulesSchema,
    /** Of what was submitted last of each meter, when an operator had to look at it lately. */
    reviews: z.array(latestReviewSchema),
    points: z.array(readingPointSchema),
  }),
  failures: ['common.notFound', 'common.serviceDown'],
});

/** 5,000 rows of a meter of three zones. */
const maxSubmissionBytes = 2 * 1024 * 1024;

/** The answer to rows: the numbers of meters by outcome, and the outcome of each, in the order of the request. */
const submittedRows = { ...rowCountFields, rows: z.array(shownRowSchema) };

export const submitPoints = defineCall({
  path: '/api/readings/submit-points',
  summary:
    'Takes readings of many meters at once: the right rows in one transaction, the others with their reasons.',
  audience: 'customer',
  area: 'points',
  ofPoints: true,
  accountField: 'account',
  changes: true,
  maxBytes: maxSubmissionBytes,
  input: signedInput({ ...ofAccount, requestId: requestIdField, rows: submittedRowsField }),
  output: success(submittedRows),
  failures: ['readings.readingFailed', 'readings.rowTwice', 'common.requestReused', 'common.notFound'],
});

export const pointsReport = defineCall({
  path: '/api/readings/points-report',
  summary: 'The report of readings of all points of an account for the open period.',
  audience: 'customer',
  area: 'points',
  ofPoints: true,
  accountField: 'account',
  file: [fileTypes.pdf, fileTypes.xlsx],
  input: signedInput({ ...ofAccount, format: z.enum(['pdf', 'xlsx']) }),
  output: z.unknown(),
  failures: ['common.notFound', 'common.serviceDown'],
});

export const readingsWorkbook = defineCall({
  path: '/api/readings/workbook',
  summary: 'A workbook with every point of an account, to be filled in and sent back.',
  audience: 'customer',
  area: 'points',
  ofPoints: true,
  accountField: 'account',
  file: fileTypes.xlsx,
  input: signedInput(ofAccount),
  output: z.unknown(),
  failures: ['common.notFound', 'common.serviceDown'],
});

/** Largest workbook, megabytes. */
export const maxWorkbookMb = 10;

export const checkWorkbook = defineCall({
  path: '/api/readings/check-workbook',
  upload: { maxBytes: maxWorkbookMb * 1024 * 1024, tooLarge: 'readings.fileTooLarge' },
  summary: 'Checks an uploaded workbook of readings (XLS or XLSX) cell by cell; no reading is stored.',
  audience: 'customer',
  area: 'points',
  ofPoints: true,
  accountField: 'account',
  changes: true,
  input: signedInput({ ...ofAccount, requestId: requestIdField }),
  output: success({
    checkId: uuidField,
    /** Rows with a value. */
    rows: z.number(),
    /** Of these, without errors and questions. */
    good: z.number(),
    /** The first 1,000; all of them are marked in the file. */
    errors: z.array(cellErrorSchema),
    errorCount: z.number(),
    /** Codes to send as `confirmed` after the customer agrees. */
    confirmations: z.array(z.string()),
    /** What the good rows would submit. */
    preview: z.object({ ...rowCountFields, kwh: z.number() }),
  }),
  failures: [
    'readings.fileMustBeXls',
    'readings.fileTooLarge',
    'readings.fileTooComplex',
    'readings.fileDamaged',
    'readings.fileEncrypted',
    'readings.fileHasMacros',
    'readings.fileColumns',
    'readings.fileSeveralSheets',
    'readings.fileEmpty',
    'common.requestReused',
    'common.notFound',
  ],
});

export const markedWorkbook = defineCall({
  path: '/api/readings/marked-workbook',
  summary: 'The checked workbook with its wrong cells marked and a column of errors.',
  audience: 'customer',
  area: 'points',
  ofPoints: true,
  accountField: 'account',
  file: fileTypes.xlsx,
  input: signedInput({ ...ofAccount, checkId: uuidField }),
  output: z.unknown(),
  failures: ['common.notFound', 'common.serviceDown'],
});

export const commitWorkbook = defineCall({
  path: '/api/readings/commit-workbook',
  summary:
    'Takes the readings of a checked workbook in one transaction: all, or none when one is wrong; or the good rows.',
  audience: 'customer',
  area: 'points',
  ofPoints: true,
  accountField: 'account',
  changes: true,
  input: signedInput({
    ...ofAccount,
    checkId: uuidField,
    mode: commitModeField,
    /** Codes that the customer has confirmed, for all rows. */
    confirmed: z.optional(z.array(textField(60)).check(z.maxLength(10))),
    requestId: requestIdField,
  }),
  output: success(submittedRows),
  failures: ['readings.fileHasErrors', 'readings.readingFailed', 'common.requestReused', 'common.notFound'],
});
