import * as z from 'zod/mini';
import { messageParamsField } from '#contract/values/outcome.ts';
import { blockedFields, submissionWindowSchema } from '#contract/values/reading.ts';
import {
  assessedRowSchema,
  commitModeField,
  pointRulesSchema,
  readingPointFields,
  submittedRowsField,
} from '#contract/values/reading-points.ts';
import { defineModule } from './define-module.ts';

const rowsOfAccount = { accountNumber: z.string(), rows: submittedRowsField };

/** In the order of the request. */
const assessedRows = z.object({ accepted: z.number(), rows: z.array(assessedRowSchema) });

export const READING_POINTS = defineModule({
  name: 'READING_POINTS',
  summary: 'All points of an account with registers, channels, previous values, prices and the rules.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string() }),
  output: z.object({
    customerType: z.enum(['person', 'entity']),
    window: submissionWindowSchema,
    rules: pointRulesSchema,
    points: z.array(
      z.object({
        ...readingPointFields,
        /** Why input is blocked, with the parameters of its text; null: it is not. */
        blocked: z.nullable(z.object({ ...blockedFields, params: messageParamsField })),
      }),
    ),
  }),
  failures: ['common.notFound'],
});

export const READING_CHECK_POINTS = defineModule({
  name: 'READING_CHECK_POINTS',
  summary: 'What would become of readings of many meters; stores nothing.',
  accountField: 'accountNumber',
  input: z.object(rowsOfAccount),
  output: assessedRows,
  failures: ['readings.rowTwice', 'common.notFound'],
});

export const READING_SUBMIT_POINTS = defineModule({
  name: 'READING_SUBMIT_POINTS',
  summary:
    'Submits readings of many meters in one transaction: the right ones, or none when one is wrong; a repeated request id returns the first answers.',
  accountField: 'accountNumber',
  input: z.object({ ...rowsOfAccount, requestId: z.string(), mode: commitModeField }),
  output: assessedRows,
  failures: ['readings.rowTwice', 'common.notFound'],
});

export const READING_POINTS_PDF = defineModule({
  name: 'READING_POINTS_PDF',
  summary: 'The report of readings of all points for the open period, as a PDF.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string() }),
  output: z.object({
    fileName: z.string(),
    /** PDF, base64. */
    content: z.string(),
  }),
  failures: ['common.notFound'],
});
