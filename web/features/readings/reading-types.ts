import type * as z from 'zod/mini';
import type { OutputOf } from '#contract/define-call.ts';
import type { listMeters, listReadings, meterSchema } from '#contract/readings.ts';
import type { costSchema, dateEffectSchema } from '#contract/values/charge-line.ts';
import type { shownOutcomeSchema } from '#contract/values/outcome.ts';
import type { currentReadingSchema, receiptSchema } from '#contract/values/reading.ts';
import { text } from './text.ts';

/** The message of a receipt without the sentence that the title repeats. */
export function messageAfterTitle(message: string): string {
  if (message === text.acceptedTitle) return '';
  return message.startsWith(`${text.acceptedTitle}. `)
    ? message.slice(text.acceptedTitle.length + 2)
    : message;
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
