import type { NationalTariffCode } from '#domain/tariffs/national-history.ts';
import type { Zone, ZoneScheme } from '#domain/tariffs/tariff.ts';
import type { LocalDate } from '#domain/time/local-date.ts';

export type ZoneValues = Partial<Record<Zone, number>>;

/** A customer: a person with a name, or an entity with a company's. */
export interface CustomerPlan {
  readonly code: string;
  readonly surname: string;
  readonly name: string;
  readonly middleName: string;
  /** Of an entity, whose names are empty; absent for persons. */
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

/** How a household pays. Months are counted back from the last closed one, which is 1. */
export type PayerPlan =
  /** On the last day of each month, so that this much (kopiykas) stays open; not in the last `skips` months. */
  | { readonly kind: 'advance'; readonly leaves: number; readonly skips: number }
  /** After the bill, on that day of the next month. */
  | { readonly kind: 'afterBill'; readonly day: number; readonly roundTo: number }
  /** A part of what is owed, every month. */
  | { readonly kind: 'part'; readonly day: number; readonly percent: number }
  /** The last bill today (others after it): the money is on its way to the bank. */
  | { readonly kind: 'paysToday'; readonly roundTo: number }
  /** Stopped paying so many months ago. */
  | { readonly kind: 'stopped'; readonly monthsAgo: number };

/** What is told of the meter. Months are counted back from the last closed one, which is 1. */
export interface MeterPlan {
  readonly scheme: ZoneScheme;
  readonly meterType: string;
  readonly serialNumber: string;
  readonly digitCapacity: number;
  readonly installedOn: LocalDate;
  /** Value shown when the history begins, unless `endsAt` says where it ends. */
  readonly startsAt: ZoneValues;
  /** Value shown when the last closed month ended; the dial is turned back from it. */
  readonly endsAt?: ZoneValues;
  /** Value shown at the end of a month that many months ago. */
  readonly shows?: { readonly monthsAgo: number; readonly values: ZoneValues };
  /** Replaced in the middle of that month by a new meter that starts near zero. */
  readonly replacedMonthsAgo?: number;
  /** Switched off since the end of that month: it counts nothing. */
  readonly disabledMonthsAgo?: number;
}

export interface ActPlan {
  readonly number: string;
  /** Days before today. */
  readonly drawnDaysAgo: number;
  readonly state: 'drawn' | 'decided' | 'billed' | 'overdue' | 'paid' | 'disputed' | 'cancelled';
  readonly amountKopiykas: number;
  readonly energyKwh: number;
}

/** What the state pays of every bill. */
export interface BenefitPlan {
  readonly kind: 'benefit' | 'subsidy';
  readonly title: string;
  readonly monthlyKopiykas: number;
}

/** A solar plant at home, whose surplus the supplier buys. */
export interface FeedInPlan {
  /** Of its panels. */
  readonly peakKilowatts: number;
  /** Where the household wants to be paid. */
  readonly iban: string;
}

/** The tariffs of the sample: those of the state for households, and the supplier's own for entities. */
export type SampleTariffCode = NationalTariffCode | 'business';

/** Everything about one account that does not follow from the date. */
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
  readonly verificationRequested: boolean;
  readonly powerKilowatts: number;
  readonly residentCount: number;
  readonly openingKopiykas: number;
  readonly meter: MeterPlan;
  /** The measured household that it lives like, and how much more it uses, in percent. */
  readonly livesLike: string;
  readonly scalePercent: number;
  /** kWh of a month that is not left to the household; months counted back from the last closed one, which is 1. */
  readonly exactly: readonly { readonly monthsAgo: number; readonly values: ZoneValues }[];
  /** The same for the latest month of the year with that number. */
  readonly exactlyInMonth?: { readonly month: number; readonly values: ZoneValues };
  /** Months at whose end nobody gave a reading. */
  readonly withoutReading: readonly number[];
  /** Months whose reading was given on that day of the month and not at its end. */
  readonly readOnDay: readonly { readonly monthsAgo: number; readonly day: number }[];
  readonly contractEndedMonthsAgo?: number;
  readonly payer: PayerPlan;
  readonly acts: readonly ActPlan[];
  /** Absent: the household pays all of its bills. */
  readonly benefit?: BenefitPlan;
  /** Absent: the household only buys. */
  readonly feedIn?: FeedInPlan;
}
