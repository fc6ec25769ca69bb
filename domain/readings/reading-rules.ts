import type { LocalDate } from '#domain/time/local-date.ts';

/** Who gives the reading; an administrator is a role, not a customer (product.md §2). */
export type CustomerType = 'person' | 'entity';

/**
 * When readings count as of the 1st (KKOEE 8.6.3) and until when they are taken for the closing month. `closingHour` is
 * an hour of the Kyiv clock, 24 is the end of the day. `outsideWindow` says what happens on the other days.
 */
export type WindowRules = {
  lastDays: number;
  firstDays: number;
  closingDay: number;
  closingHour: number;
  outsideWindow: 'accept' | 'block';
};

/** A threshold is passed when the difference is beyond both its per cent and its floor: kWh plus hours of the contracted power. */
type DeviationThreshold = { percent: number; floorKwh: number; floorHours: number };

/** Thresholds against the same period last year (decision 0157). */
export type DeviationRules = {
  first: DeviationThreshold;
  /** Passed too by a difference of more than `kwh`, whatever the per cent; null: per cent and floor alone decide. */
  second: DeviationThreshold & { kwh: number | null };
};

/** What a supplier configures about readings (product.md §7). */
export type ReadingRules = {
  window: Record<CustomerType, WindowRules>;
  deviation: Record<CustomerType, DeviationRules>;
  /** Which large deviation in a row asks for an additional verification: 3 is the third. */
  verificationAtDeviation: number;
  /** A register may have rolled over when the previous value was at least this part of its capacity, percent. */
  rollOverFromPercent: number;
  /** Norm for a customer without any history: Wh a day for each kW of contracted power. */
  normDailyWattHoursPerKilowatt: number;
  /** Working days after a month in which the operator's data of commercial metering are charged (messages.md). */
  commercialWorkingDays: number;
  /**
   * Whether holidays are ordinary working days and are not moved, as under martial law (Law 2136-IX, article 6). Then `holidays`
   * counts no more.
   */
  holidaysAreWorkingDays: boolean;
  /** Days on which operators don't work though the week does. */
  holidays: readonly LocalDate[];
};

/** What assessing a reading asks for; the browser gets it with the meters. */
export type AssessmentRules = Pick<
  ReadingRules,
  'deviation' | 'verificationAtDeviation' | 'rollOverFromPercent' | 'commercialWorkingDays' | 'holidays'
>;
