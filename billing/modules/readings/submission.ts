import type { ModuleInput, ModuleResult } from '#billing/api/define-module.ts';
import type { READING_SUBMIT, SubmittedReadingData } from '#billing/api/readings.ts';
import type { AuditOrigin } from '#billing/modules/events/public.ts';
import type { ReadingOutcomeData } from '#contract/values/outcome.ts';
import type { ReadingChannel, RowCounts } from '#contract/values/reading-points.ts';
import type { ReviewCause } from '#domain/readings/reading-outcome.ts';
import type { ReviewCode } from '#domain/readings/reading-review.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import type { LocalDate } from '#domain/time/local-date.ts';

/** The input of READING_SUBMIT with its caller; with a reason, of READING_CORRECT. */
export type Submission = Omit<ModuleInput<typeof READING_SUBMIT>, 'takenAt' | 'sentAt'> & {
  /** undefined: the time of receipt by the server. */
  readonly takenAt: Instant | undefined;
  readonly reason?: string | undefined;
  readonly by: AuditOrigin;
};

export type SubmissionAnswer = ModuleResult<SubmittedReadingData>;

/** Values by zone. */
export type ZoneValues = Readonly<Partial<Record<Zone, number>>>;

/** What an operator has to decide about a submission, and until when; frozen as it is promised. */
export interface ReviewToOpen {
  readonly code: ReviewCode;
  readonly causes: readonly ReviewCause[];
  readonly workingDays: number;
  readonly holidaysAreWorkingDays: boolean;
  readonly dueOn: LocalDate;
}

/** Data to store for a submission that was accepted or is under review. */
export interface ReadingToStore {
  readonly submission: Submission;
  /** Time of the assessment. */
  readonly submittedAt: Instant;
  readonly meterId: string;
  readonly period: BillingPeriod;
  readonly effectiveDate: LocalDate;
  readonly outcome: ReadingOutcomeData & { readonly kind: 'accepted' | 'underReview' };
  /** Channels with a new value, of a submission of many meters. */
  readonly newChannels?: readonly { readonly channel: ReadingChannel; readonly value: number }[];
  /** Of a submission of many meters: it causes no notification. */
  readonly isFurther?: boolean;
  /** Of the reading that causes the notification of a submission of many meters: the counts of all. */
  readonly batch?: Pick<RowCounts, 'accepted' | 'underReview' | 'reviewBy'>;
  /** Registers with a new value. */
  readonly newValues: ZoneValues;
  /** All current values afterwards. */
  readonly values: ZoneValues;
  readonly totalKwh: number;
  readonly sum: string | null;
  readonly largeDeviationsInARow: number;
  /** null: nothing is under review. */
  readonly review: ReviewToOpen | null;
  /** The superseded readings, with their values and receipt. */
  readonly superseded: {
    readonly readings: readonly { readonly zone: Zone; readonly readingId: string }[];
    readonly values: ZoneValues;
    readonly receiptNumber: string;
  } | null;
}
