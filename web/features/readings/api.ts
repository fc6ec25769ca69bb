import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { InputOf, OutputOf } from '#contract/define-call.ts';
import {
  addPhoto,
  correctReading,
  listMeters,
  listReadings,
  type meterSchema,
  previewReading,
  submitReading,
} from '#contract/readings.ts';
import type { costSchema, dateEffectSchema } from '#contract/values/charge-line.ts';
import type { shownOutcomeSchema } from '#contract/values/outcome.ts';
import type { currentReadingSchema, receiptSchema } from '#contract/values/reading.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { type BillingPeriod, firstDayAfter } from '#domain/time/billing-period.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { type ApiResult, callApi, uploadFile } from '#web/lib/api.ts';
import { ApiError } from '#web/lib/api-failure.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { accountKey, accountQuery } from '#web/lib/query/account-query.ts';
import { text } from './text.ts';

/** The message of a receipt without the sentence that the title repeats. */
export function messageAfterTitle(message: string): string {
  if (message === text.acceptedTitle) return '';
  return message.startsWith(`${text.acceptedTitle}. `)
    ? message.slice(text.acceptedTitle.length + 2)
    : message;
}

/** What remains to be done after an acceptance: nothing in the window, else the catalogue's advice on the days of the window. */
export function messageOfReceipt(
  outcome: Pick<OutcomeData, 'code' | 'message'>,
  { effectiveDate, period }: Pick<ReceiptData, 'effectiveDate' | 'period'>,
): string {
  const isOfWindow = effectiveDate >= firstDayAfter(period as BillingPeriod);
  return outcome.code === 'readings.accepted' && isOfWindow
    ? text.nothingToDo
    : messageAfterTitle(outcome.message);
}

export type MetersAnswer = OutputOf<typeof listMeters>;
export type MeterData = z.infer<typeof meterSchema>;
export type RegisterData = MeterData['registers'][number];
export type WindowData = MetersAnswer['window'];
export type CurrentReadingAnswer = z.infer<typeof currentReadingSchema>;
export type OutcomeData = z.infer<typeof shownOutcomeSchema>;
export type CostData = z.infer<typeof costSchema>;
export type DateEffectData = z.infer<typeof dateEffectSchema>;
export type ReceiptData = z.infer<typeof receiptSchema>;
export type HistoryRow = OutputOf<typeof listReadings>['readings'][number];

/** History rows requested: twelve readings of a three-zone meter. */
const HISTORY_LIMIT = 36;

type Values = Partial<Record<Zone, string>>;

/** The meters of an account with their current readings and window. */
export const metersQuery = (account: string) => accountQuery(listMeters, account);

/** The cost of typed values. No minimum delay, because it is requested while typing. */
export const previewQuery = (account: string, meterId: string, values: Values, correcting: boolean) =>
  queryOptions({
    queryKey: [...accountKey(account), previewReading.path, meterId, values, correcting],
    retry: false,
    queryFn: async ({ signal }) => {
      const result = await callApi(previewReading, { account, meterId, values, correcting }, { signal });
      if (!result.ok) throw new ApiError(result.failure);
      return result.data;
    },
  });

/** The last readings of an account, newest first. */
export const historyQuery = (account: string) =>
  accountQuery(listReadings, account, { limit: HISTORY_LIMIT });

/** Submits a reading, or with a reason a correction. */
export function sendReading({
  reason,
  ...reading
}: Omit<InputOf<typeof submitReading>, 'sentAt'> & { reason?: string | undefined }): Promise<
  ApiResult<OutputOf<typeof submitReading>>
> {
  // A queued reading was taken earlier: the server compares the clocks by the time of sending.
  const submission = { ...reading, sentAt: instantToIso(deviceNow()) };
  if (reason === undefined) return callApi(submitReading, submission);
  return callApi(correctReading, { ...submission, reason });
}

/** Stores a photo; a reading refers to it by id. */
export function sendPhoto({
  photo,
  ...fields
}: InputOf<typeof addPhoto> & { photo: Blob }): Promise<ApiResult<OutputOf<typeof addPhoto>>> {
  return uploadFile(addPhoto, fields, photo);
}
