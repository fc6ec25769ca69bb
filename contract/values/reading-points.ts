import * as z from 'zod/mini';
import { textField, uuidField } from '../fields.ts';
import { dateField, periodField } from './dates.ts';
import { zoneField } from './energy.ts';
import { messageParamsField, readingOutcomeSchema, shownOutcomeSchema } from './outcome.ts';
import { assessmentRulesSchema, blockedFields, knownValuesField, typedValuesField } from './reading.ts';

/** What a meter counts beside the energy taken: energy given (A−), reactive energy taken (R+) and given (R−). */
export const channelField = z.enum(['export', 'reactiveImport', 'reactiveExport']);
export type ReadingChannel = z.infer<typeof channelField>;

/** What a row of the table of points is about: a zone of a register or a channel. */
const pointRowKindField = z.union([zoneField, channelField]);

/** Hryvnias per kWh as the exact sum of the parts of a price. */
const pointPriceField = z.string().check(z.regex(/^\d{1,9}(\.\d{1,6})?$/));

/** A register or channel of a meter, to be filled in. */
const pointRowSchema = z.object({
  meterId: uuidField,
  serialNumber: z.string(),
  kind: pointRowKindField,
  digitCapacity: z.number(),
  coefficient: z.number(),
  contractedPowerKw: z.number(),
  /** The last accepted value before a reading submitted now, and its day; of a channel, of an earlier period. */
  previousValue: z.number(),
  previousDate: dateField,
  /** Empty for a channel. */
  known: knownValuesField,
  /** The latest value of the period, accepted or under review, and its day; null: none. */
  currentValue: z.nullable(z.number()),
  currentDate: z.nullable(dateField),
  /** The value of the period waits for the decision of an operator. */
  isUnderReview: z.boolean(),
  /** By the same period of the year before; null: not known. */
  dailyAverageKwh: z.nullable(z.number()),
  /** Of the value of the period; null: none, or not submitted by the customer. */
  receiptNumber: z.nullable(z.string()),
});

/** A metering point of an account; `rows` has its meters' registers, then their channels. */
export const readingPointFields = {
  eic: z.string(),
  /** Empty when the account has no contract for the point. */
  object: z.string(),
  address: z.string(),
  costCentre: z.string(),
  voltageClass: z.nullable(z.union([z.literal(1), z.literal(2)])),
  isGroupA: z.boolean(),
  pointState: z.enum(['active', 'takenByOperator', 'substation', 'commercial', 'disabled']),
  /** Sums of all parts of the price of the period; null: not known yet. */
  netPrice: z.nullable(pointPriceField),
  grossPrice: z.nullable(pointPriceField),
  rows: z.array(pointRowSchema),
};

/** A point with the text of why nothing can be entered; null: it can. */
export const readingPointSchema = z.object({
  ...readingPointFields,
  blocked: z.nullable(z.object({ ...blockedFields, message: z.string() })),
  /** Who else of the company gave the value of the period; null: the caller, or it is not known. */
  givenBy: z.optional(z.nullable(z.string())),
});

/** Rules with which the rows of all points are assessed. */
export const pointRulesSchema = assessmentRulesSchema;

/** Largest number of meters of one submission. */
export const maxPointRows = 5000;

/** Values of channels, as typed. */
const typedChannelsField = z.partialRecord(channelField, textField(20));

/** What is submitted for one meter; channels alone are a row too. */
const submittedRowSchema = z.object({
  meterId: uuidField,
  values: typedValuesField,
  channels: z.optional(typedChannelsField),
  /** Codes that the customer has confirmed. */
  confirmed: z.optional(z.array(textField(60)).check(z.maxLength(10))),
});
export type SubmittedRow = z.infer<typeof submittedRowSchema>;

export const submittedRowsField = z
  .array(submittedRowSchema)
  .check(z.minLength(1), z.maxLength(maxPointRows));

/** A channel of a submitted row; `code` is why its value is refused. */
const channelFields = {
  channel: channelField,
  previousValue: z.number(),
  /** Absent: the meter has no such channel. */
  previousDate: z.optional(dateField),
  /** null: what was typed is no value. */
  value: z.nullable(z.number()),
  code: z.nullable(z.string()),
};

const rowFields = {
  meterId: uuidField,
  /** Of the reading of the registers; null: nothing is stored, or channels alone. */
  receiptNumber: z.nullable(z.string()),
};

/** What became of a row: a wrong channel refuses its whole row. */
export const assessedRowSchema = z.object({
  ...rowFields,
  channels: z.array(z.object({ ...channelFields, params: messageParamsField })),
  outcome: readingOutcomeSchema,
});
export type AssessedRow = z.infer<typeof assessedRowSchema>;

export const shownRowSchema = z.object({
  ...rowFields,
  channels: z.array(z.object(channelFields)),
  outcome: shownOutcomeSchema,
  /** Of a row that was not taken: who else of the company gave the reading that stands; null: nobody. */
  givenBy: z.optional(z.nullable(z.string())),
});

/** Numbers of meters of a submission by outcome. */
export const rowCountFields = {
  /** Stored and counted. */
  accepted: z.number(),
  /** Stored, to be decided by an operator. */
  underReview: z.number(),
  /** The last day on which an operator decides one of them; null: none is under review, or the day is unknown. */
  reviewBy: z.nullable(dateField),
  /** Stored after a confirmation. */
  needsConfirmation: z.number(),
  /** Stored in no case as they are. */
  refused: z.number(),
};
const rowCountsSchema = z.object(rowCountFields);
export type RowCounts = z.infer<typeof rowCountsSchema>;

/** 'all' stores nothing when a row is wrong; 'good' stores what is right. */
export const commitModeField = z.enum(['all', 'good']);

/** A wrong cell of an uploaded workbook. */
export const cellErrorSchema = z.object({
  /** As the spreadsheet counts: the titles are row 1. */
  row: z.number(),
  /** The title of the column. */
  column: z.string(),
  /** 'F12'. */
  cell: z.string(),
  code: z.string(),
  message: z.string(),
  /** The value may be right: it is stored when its code is among the confirmed ones. */
  needsConfirmation: z.boolean(),
});
export type CellError = z.infer<typeof cellErrorSchema>;

/** A line of the report of readings: a register or channel. Losses and sub-consumers stand on the first line of their point. */
const reportRowSchema = z.object({
  object: z.string(),
  address: z.string(),
  eic: z.string(),
  serialNumber: z.string(),
  meterType: z.string(),
  kind: pointRowKindField,
  previousValue: z.number(),
  /** null: not read in the period. */
  currentValue: z.nullable(z.number()),
  difference: z.nullable(z.number()),
  coefficient: z.number(),
  /** kWh, of reactive energy kvarh. */
  quantity: z.nullable(z.number()),
  /** kWh; null: on another line, or not known before all points are read. */
  lossKwh: z.nullable(z.number()),
  subKwh: z.nullable(z.number()),
  totalKwh: z.nullable(z.number()),
  readOn: z.nullable(dateField),
  source: z.nullable(z.enum(['customer', 'operator', 'remote', 'import'])),
  note: z.nullable(z.enum(['groupA', 'underReview'])),
});

/** The report of readings of a period. Source: facts of entities 4. */
export const pointsReportSchema = z.object({
  period: periodField,
  supplierName: z.string(),
  customerName: z.string(),
  contractNumber: z.string(),
  /** Who signs for the company; '' when nobody is known. */
  signerPost: z.string(),
  signerName: z.string(),
  rows: z.array(reportRowSchema),
  /** Of the rows of energy taken. */
  totalKwh: z.number(),
});
export type PointsReportData = z.infer<typeof pointsReportSchema>;
