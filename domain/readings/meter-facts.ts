import type { WattHours } from '#domain/energy.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import type { ReadingCode } from './reading-code.ts';
import type { CustomerType } from './reading-rules.ts';

/** Where a reading given now belongs; made by `placeReading`. */
export type ReadingPlacement = {
  /** The Kyiv day on which it is given. */
  submittedOn: LocalDate;
  period: BillingPeriod;
  /** The day as of which it counts. */
  effectiveDate: LocalDate;
  inWindow: boolean;
  /** False when the supplier takes readings only inside the window and it is shut. */
  taken: boolean;
  /** It came too late for the month that is being closed and counts for the next. */
  notInCalculation: boolean;
};

/** Consumption of the whole metering point over some days; `byZone` when the zones are known. */
export type UsageSpan = {
  days: number;
  total: WattHours;
  byZone?: Partial<Record<Zone, WattHours>> | undefined;
  /** Of zones that were counted on other days than the whole. */
  daysByZone?: Partial<Record<Zone, number>> | undefined;
};

/** What a register showed as of a day. */
export type KnownValue = { value: number; date: LocalDate };

export type RegisterFacts = {
  zone: Zone;
  /** Last actual reading of an earlier period, in units of the register: what the period consumes counts from it. */
  previousValue: number;
  /** Effective date of the previous value. */
  previousDate: LocalDate;
  /** Accepted readings of this period as of other days, oldest first: a new one has to fit between them. */
  known?: readonly KnownValue[] | undefined;
  /** Energy that was charged by average since the previous actual reading; a recalculation takes it off. */
  billedByAverage?: WattHours | undefined;
};

/** The reading that already stands as of the same day. Its values are not among the known ones. */
export type ExistingReading = {
  values: Partial<Record<Zone, number>>;
  receipt: string;
  acceptedOn: LocalDate;
  kind: 'accepted' | 'underReview';
  code: ReadingCode;
};

/** All that has to be known of one meter to judge a reading. */
export type MeterFacts = {
  customerType: CustomerType;
  hasContract: boolean;
  inputBlocked: boolean;
  pointState: 'ordinary' | 'takenByOperator' | 'substation' | 'commercial';
  meterState: 'active' | 'disabled';
  /** 0 when there is none. */
  metersOnAccount: number;
  contractedPowerWatts: number;
  /** Digits before the comma. */
  digitCapacity: number;
  /** Transformation coefficient: kWh in one unit of the register. */
  coefficient: number;
  registers: readonly RegisterFacts[];
  /** Same period last year. */
  lastYear?: UsageSpan | undefined;
  /** Between the last two actual readings. */
  lastActual?: UsageSpan | undefined;
  /** Readings beyond the second threshold immediately before this one. */
  largeDeviationsInARow: number;
  verificationRequested: boolean;
  existing?: ExistingReading | undefined;
  placement: ReadingPlacement;
};
