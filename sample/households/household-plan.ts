import type { NationalTariffCode } from '#domain/tariffs/national-history.ts';
import type { Zone, ZoneScheme } from '#domain/tariffs/tariff.ts';
import type { LocalDate } from '#domain/time/local-date.ts';

export type ZoneValues = Partial<Record<Zone, number>>;

/** A customer: a person or an entity. */
export interface CustomerPlan {
  readonly code: string;
  readonly surname: string;
  readonly name: string;
  readonly middleName: string;
  /** Only of an entity, whose personal names are empty. */
  readonly companyName?: string;
  readonly taxCode: string;
  readonly phone: string;
  readonly email: string;
}

export interface PremisesPlan {
  readonly postcode: string;
  readonly settlement: string;
  readonly street: string;
  readonly building: string;
  readonly apartment: string;
}

/** Payment behaviour of a household. Months are counted back; 1 is the last closed one. */
export type PayerPlan =
  /** Pays on the last day of each month so that `leaves` (kopiykas) stay open; not in the last `skips` months. */
  | { readonly kind: 'advance'; readonly leaves: number; readonly skips: number }
  /** Pays the bill on that day of the next month. */
  | { readonly kind: 'afterBill'; readonly day: number; readonly roundTo: number }
  /** Pays a part of the debt every month. */
  | { readonly kind: 'part'; readonly day: number; readonly percent: number }
  /** Pays the last bill today (others after it): the money is in transit. */
  | { readonly kind: 'paysToday'; readonly roundTo: number }
  /** Stopped paying this many months ago. */
  | { readonly kind: 'stopped'; readonly monthsAgo: number };

/** Plan of the meter. Months are counted back; 1 is the last closed one. */
export interface MeterPlan {
  readonly scheme: ZoneScheme;
  readonly meterType: string;
  readonly serialNumber: string;
  readonly digitCapacity: number;
  readonly installedOn: LocalDate;
  /** Values at the start of the history, unless `endsAt` is given. */
  readonly startsAt: ZoneValues;
  /** Values at the end of the last closed month; earlier ones are computed back from them. */
  readonly endsAt?: ZoneValues;
  /** Values at the end of the given month. */
  readonly shows?: { readonly monthsAgo: number; readonly values: ZoneValues };
  /** Replaced in the middle of that month by a new meter that starts near zero. */
  readonly replacedMonthsAgo?: number;
  /** Disabled since the end of that month: no consumption. */
  readonly disabledMonthsAgo?: number;
  /** Taken away in the middle of that month; nothing stands in its place. */
  readonly removedMonthsAgo?: number;
}

export interface ActPlan {
  readonly number: string;
  /** Days before today. */
  readonly drawnDaysAgo: number;
  readonly state: 'drawn' | 'decided' | 'billed' | 'overdue' | 'paid' | 'disputed' | 'cancelled';
  readonly amountKopiykas: number;
  readonly energyKwh: number;
}

/** Share of every bill paid by the state. */
interface BenefitPlan {
  readonly kind: 'benefit' | 'subsidy';
  readonly title: string;
  readonly monthlyKopiykas: number;
}

/** A home solar plant with feed-in. */
interface FeedInPlan {
  /** Peak power of the panels. */
  readonly peakKilowatts: number;
  /** Payout account. */
  readonly iban: string;
}

/** Tariffs of the sample: state tariffs for households, the supplier's own for entities. */
export type SampleTariffCode = NationalTariffCode | 'business';

/** All data of an account that do not depend on the date. */
export interface HouseholdPlan {
  readonly accountNumber: string;
  readonly customer: CustomerPlan;
  readonly premises: PremisesPlan;
  readonly objectCode: string;
  readonly contractNumber: string;
  readonly contractDate: LocalDate;
  readonly consumerEic: string;
  readonly pointEic: string;
  readonly tariffCode: SampleTariffCode;
  readonly billingCondition: 'normal' | 'callCentre' | 'contractChanges' | 'specialGroup';
  readonly pointState: 'active' | 'takenByOperator' | 'substation';
  readonly inputBlocked: boolean;
  /** Responsible persons besides the customer; absent: none. */
  readonly responsibles?: readonly { readonly name: string; readonly phone: string; readonly role: string }[];
  readonly verificationRequested: boolean;
  readonly powerKilowatts: number;
  readonly residentCount: number;
  readonly openingKopiykas: number;
  readonly meter: MeterPlan;
  /** Measured household used as the profile, and the increase of its consumption in percent. */
  readonly livesLike: string;
  readonly scalePercent: number;
  /** Fixed consumption of a month instead of the profile; months are counted back, 1 is the last closed one. */
  readonly exactly: readonly { readonly monthsAgo: number; readonly values: ZoneValues }[];
  /** Same for the latest month with that number in the year. */
  readonly exactlyInMonth?: { readonly month: number; readonly values: ZoneValues };
  /** Months without a reading at the end. */
  readonly withoutReading: readonly number[];
  /** Months whose reading was submitted on that day of the month, not at its end. */
  readonly readOnDay: readonly { readonly monthsAgo: number; readonly day: number }[];
  readonly contractEndedMonthsAgo?: number;
  /** Supplied since the start of that month, by a new meter; absent: since before the history. */
  readonly connectedMonthsAgo?: number;
  readonly payer: PayerPlan;
  readonly acts: readonly ActPlan[];
  /** Absent: no benefit. */
  readonly benefit?: BenefitPlan;
  /** Absent: no feed-in. */
  readonly feedIn?: FeedInPlan;
}
