import type { WattHours } from '#domain/energy.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import type { ReadingCode, ReadingParams } from './reading-code.ts';

/**
 * From mild to severe: accepted, underReview, needsConfirmation, refused, blocked. The first two are stored and answered with
 * 200 and the receipt, the others with 422, the code, its text and the same outcome in `details`, so that a screen offers
 * to correct or to confirm from one shape.
 */
export type ReadingOutcomeKind = 'accepted' | 'underReview' | 'needsConfirmation' | 'refused' | 'blocked';

/** What the customer hands in. */
export type ReadingSubmission = {
  /** As typed, by zone; an absent or empty one is an untouched register, which is no error. */
  values: Partial<Record<Zone, string | number>>;
  /** Codes that the customer has confirmed. */
  confirmed: readonly string[];
  hasPhoto: boolean;
  /** Replaces the values that stand as of the same day. */
  correcting?: boolean | undefined;
  /** False when the account was named but no meter; matters only for an account with several. */
  meterNamed?: boolean | undefined;
};

/** The rule that stopped a reading, with its numbers; for who decides it. */
export type ReviewCause =
  /** More than the contracted power lets through. */
  | { kind: 'tooLarge'; zone: Zone; kwh: number; limitKwh: number }
  | { kind: 'lower'; zone: Zone; previousValue: number }
  /** Beyond the second threshold; `inARow` of them with this one. `lastYearKwh`: of as many days. */
  | { kind: 'deviation'; kwh: number; lastYearKwh: number; percent: number; inARow: number }
  /** An operator asked for a verification of the point. */
  | { kind: 'requested' };

export type ReadingProblem = {
  kind: Exclude<ReadingOutcomeKind, 'accepted'>;
  code: ReadingCode;
  params: ReadingParams;
  /** Absent when it is about the meter as a whole. */
  zone?: Zone | undefined;
  /** Of what is under review. */
  cause?: ReviewCause | undefined;
  /** The accepted value because of which it is refused, for the text of `readings.comparedWith`. */
  comparedWith?: ReadingParams | undefined;
};

export type RegisterOutcome = {
  zone: Zone;
  /** The last accepted value before it, which it is compared with, and its day. */
  previousValue: number;
  previousDate: LocalDate;
  /** Undefined when the text is not a value. */
  value: number | undefined;
  /** Consumed since the last reading of an earlier period, never negative; 0 when it can't be determined. */
  energy: WattHours;
  /** The part of it since the previous value. */
  energySincePrevious: WattHours;
  /** Part of it that was already charged by average. May be more than `energy`: then money comes back. */
  billedByAverage: WattHours;
  rolledOver: boolean;
  /** Lower than before and not through zero: no energy can be determined. */
  isLower: boolean;
  /** Severest problem of this register, with the accepted value because of which it is refused. */
  code?: ReadingCode | undefined;
  params?: ReadingParams | undefined;
};

/** The answer to a submission. `accepted` and `underReview` are to be stored, the others change nothing. */
export type ReadingOutcome = {
  kind: ReadingOutcomeKind;
  code: ReadingCode;
  params: ReadingParams;
  /** Only the registers that were touched, in the order of the meter. */
  registers: readonly RegisterOutcome[];
  missingZones: readonly Zone[];
  totalEnergy: WattHours;
  totalBilledByAverage: WattHours;
  period: BillingPeriod;
  effectiveDate: LocalDate;
  /** Everything that was found, severest first. */
  problems: readonly ReadingProblem[];
  /** Codes to be sent back as `confirmed` when the customer agrees. */
  confirmations: readonly ReadingCode[];
  /** The last day on which an operator decides, of what is under review. */
  reviewDueOn?: LocalDate | undefined;
  /** To be counted for `largeDeviationsInARow`. */
  largeDeviation: boolean;
  /**
   * Beside the answer: nothing to compare with, the kWh of now and of last year where they differ much, or the accepted value because
   * of which it is refused.
   */
  advice?: 'readings.noStatistics' | 'readings.lastYear' | 'readings.comparedWith' | undefined;
  adviceParams?: ReadingParams | undefined;
  /** The very same values already stand: nothing is to be stored, the first receipt is the answer. */
  repeatOf?: string | undefined;
};
