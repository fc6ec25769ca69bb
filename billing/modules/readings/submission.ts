import type { ModuleResult } from '#billing/api/define-module.ts';
import type { ReadingOutcomeData, SubmittedReadingData } from '#billing/api/readings.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import type { LocalDate } from '#domain/time/local-date.ts';

/** A reading that somebody hands in, or a correction of the one that stands. */
export interface Submission {
  readonly accountNumber: string;
  readonly meterId: string | undefined;
  /** As typed, by zone. */
  readonly values: Readonly<Partial<Record<Zone, string>>>;
  readonly confirmed: readonly string[];
  readonly photoId: string | null;
  /** undefined: the moment it reached us. */
  readonly takenAt: Instant | undefined;
  readonly requestId: string;
  /** Why it is corrected; null: it is no correction. */
  readonly reason: string | null;
  /** 'person:<session id>' and the like. */
  readonly actor: string;
}

export type SubmissionAnswer = ModuleResult<SubmittedReadingData>;

/** Values by zone. */
export type ZoneValues = Readonly<Partial<Record<Zone, number>>>;

/** What is to be written of a submission that was accepted or is under review. */
export interface ReadingToStore {
  readonly submission: Submission;
  /** The moment as of which it was judged. */
  readonly submittedAt: Instant;
  readonly meterId: string;
  readonly period: BillingPeriod;
  readonly effectiveDate: LocalDate;
  readonly outcome: ReadingOutcomeData & { readonly kind: 'accepted' | 'underReview' };
  /** Registers that get a new value. */
  readonly newValues: ZoneValues;
  /** All that stands afterwards. */
  readonly values: ZoneValues;
  readonly totalKwh: number;
  readonly sum: string | null;
  readonly largeDeviationsInARow: number;
  /** What is superseded, with the values and the receipt that stood before. */
  readonly superseded: {
    readonly readings: readonly { readonly zone: Zone; readonly readingId: string }[];
    readonly values: ZoneValues;
    readonly receiptNumber: string;
  } | null;
}
