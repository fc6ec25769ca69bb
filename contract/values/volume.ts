import * as z from 'zod/mini';
import { parseLocalDate } from '#domain/time/local-date.ts';
import { customerActions, requestStates, staffActions } from '#domain/volumes/request-states.ts';
import { eicField, textField, uuidField } from '../fields.ts';
import { instantField, periodField } from './dates.ts';

/** Whole kWh of a contract volume. */
const volumeKwhField = z.int().check(z.gte(0), z.lte(999_999_999));

/** Contract volume and energy of a point or of several, whole kWh. */
export const volumeFigureFields = {
  /** null: nothing was agreed. */
  contractedKwh: z.nullable(z.number()),
  /** What counts: the last applied correction, else the contracted volume. */
  correctedKwh: z.nullable(z.number()),
  /** Billed, or foreseen while the month is open; null: not known. */
  usedKwh: z.nullable(z.number()),
  isForecast: z.boolean(),
  /** Used less the corrected volume; null: one of them is unknown. */
  deltaKwh: z.nullable(z.number()),
  /** Hundredths of a percent of the corrected volume. */
  deltaHundredths: z.nullable(z.number()),
  /** What of the difference is outside the tolerance of the contract, with its sign; null: no tolerance, or no difference is known. */
  outsideKwh: z.nullable(z.number()),
  /** Used at least 90 % of the corrected volume. */
  isNear: z.boolean(),
};

/** The last day of sending a correction; of the first months of 2000 it may be a day of 1999. */
const deadlineField = z
  .string()
  .check(z.refine((text) => parseLocalDate(text) !== undefined, { error: 'field.invalid' }));

/** A metering point in a month. */
export const volumePointSchema = z.object({
  period: periodField,
  eic: z.string(),
  objectName: z.string(),
  address: z.string(),
  costCentre: z.string(),
  ...volumeFigureFields,
  /** The document of what counts; '': none. */
  document: z.string(),
});
export type VolumePoint = z.infer<typeof volumePointSchema>;

/** Points of a filter and how they are ordered; each absent field lets all through. */
export const volumeFilterFields = {
  show: z.optional(z.enum(['near', 'outside'])),
  sort: z.optional(z.enum(['share', 'delta', 'outside'])),
};

const requestStateField = z.enum(requestStates);
export const customerActionField = z.enum(customerActions);
export const staffActionField = z.enum(staffActions);

/** A request to correct the volumes of a month. */
const volumeRequestFields = {
  requestId: uuidField,
  period: periodField,
  state: requestStateField,
  /** Grows with each change; sent back with the next one. */
  revision: z.number(),
  /** Of the customer. */
  note: z.string(),
  /** Of staff. */
  reason: z.string(),
  changedAt: instantField,
  sentAt: z.nullable(instantField),
  /** Points that it changes, and their kWh before and after. */
  points: z.number(),
  beforeKwh: z.number(),
  afterKwh: z.number(),
  /** The oldest first. */
  events: z.array(
    z.object({
      action: z.enum([...customerActions, ...staffActions]),
      happenedAt: instantField,
      /** '': the contract's own sign-in; to the customer every answer of the supplier, too. */
      actorName: z.string(),
      reason: z.string(),
    }),
  ),
};
export const volumeRequestSchema = z.object(volumeRequestFields);

/** A point of a request. */
export const volumeRequestRowSchema = z.object({
  eic: z.string(),
  objectName: z.string(),
  address: z.string(),
  /** null: nothing was agreed. */
  beforeKwh: z.nullable(z.number()),
  kwh: z.number(),
});

/** What is typed into the table of a request. */
export const volumeRowsField = z
  .array(z.object({ eic: eicField, kwh: volumeKwhField }))
  .check(z.maxLength(5000));

export const requestNoteField = textField(500);

/** What the year of an account is made of. */
export const volumeYearFields = {
  /** '' where the account has no contract. */
  contractNumber: z.string(),
  /** Hundredths of a percent; null: none is agreed. */
  toleranceHundredths: z.nullable(z.number()),
  /** The month that is being lived, which is foreseen. */
  openPeriod: periodField,
  /** The first month that may still be corrected today. */
  correctable: periodField,
  /** All twelve. */
  months: z.array(
    z.object({
      period: periodField,
      ...volumeFigureFields,
      /** Points with a volume; of these, those that have used 90 % and more, and those outside the tolerance. */
      points: z.number(),
      nearPoints: z.number(),
      outsidePoints: z.number(),
      deadline: deadlineField,
      canCorrect: z.boolean(),
      /** The open request; null: none. */
      request: z.nullable(z.object({ requestId: uuidField, state: requestStateField })),
    }),
  ),
  /** Of the year: agreed, billed so far, left of what is agreed. */
  total: z.object({
    contractedKwh: z.number(),
    correctedKwh: z.number(),
    usedKwh: z.number(),
    leftKwh: z.number(),
  }),
};

/** The table in which a request is made: all points with what counts now. */
export const volumeSheetFields = {
  period: periodField,
  deadline: deadlineField,
  canCorrect: z.boolean(),
  /** The open request of the month; null: none. */
  request: z.nullable(volumeRequestSchema),
  rows: z.array(
    z.object({
      eic: z.string(),
      objectName: z.string(),
      address: z.string(),
      costCentre: z.string(),
      contractedKwh: z.nullable(z.number()),
      correctedKwh: z.nullable(z.number()),
      /** Billed in the same month of the year before; null: nothing was. */
      lastYearKwh: z.nullable(z.number()),
      /** Of the open request; null: it leaves the point as it is. */
      requestedKwh: z.nullable(z.number()),
    }),
  ),
};

/** A request that waits for staff. */
export const waitingVolumeRequestSchema = z.object({
  ...volumeRequestFields,
  account: z.string(),
  customerName: z.string(),
  contractNumber: z.string(),
});
