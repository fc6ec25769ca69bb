import type { ContractTerms, VoltageClass } from '#domain/invoices/contract-terms.ts';
import type { LossRule } from '#domain/invoices/losses.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import type { CustomerPlan, PremisesPlan } from '#sample/households/household-plan.ts';

/** The course of a year: how the energy of a month differs from the average one. */
export type Season = 'even' | 'shop' | 'school' | 'water' | 'heating';

/** A meter of a point. Months are counted back; 1 is the last closed one. */
interface PointMeterPlan {
  readonly serialNumber: string;
  readonly meterType: string;
  readonly digitCapacity: number;
  /** kWh in one unit of the dial. */
  readonly coefficient: number;
  readonly installedOn: LocalDate;
  /** Value at the start of the history. */
  readonly startsAt: number;
  /** Replaced in the middle of that month by a meter of that coefficient. */
  readonly replaced?: { readonly monthsAgo: number; readonly coefficient: number };
  /** The dial goes through zero in that month, by exactly so many units. */
  readonly rollsOver?: { readonly monthsAgo: number; readonly units: number; readonly before: number };
  /** Without consumption since the end of that month. */
  readonly disabledMonthsAgo?: number;
}

/** A metering point of a contract. */
export interface PointPlan {
  readonly eicCode: string;
  readonly objectName: string;
  readonly address: string;
  readonly costCentre: string;
  readonly voltageClass: VoltageClass;
  readonly powerKilowatts: number;
  readonly pointState: 'active' | 'commercial' | 'substation' | 'disabled';
  readonly isGroupA: boolean;
  readonly meter: PointMeterPlan;
  /** Average energy of a month, without that of sub-consumers. */
  readonly monthlyKwh: number;
  readonly season: Season;
  readonly loss: LossRule;
  /** Absent: fed by no other point. */
  readonly subConsumer?: { readonly mainEic: string; readonly name: string; readonly isBilled: boolean };
  /** Absent: without channels of reactive energy. */
  readonly reactive?: {
    /** Economic equivalent, millionths of a kWh per kvarh. */
    readonly equivalentMicro: number;
    /** kvarh taken for each 100 kWh. */
    readonly takenPercent: number;
    readonly givenPercent: number;
  };
  /** The operator sends the energy of each hour. */
  readonly isHourly: boolean;
}

/** How an entity pays its invoices. Months are counted back; 1 is the last closed one. */
type EntityPayerPlan =
  /** Advances by the plan of the contract, and what is left on that day of the next month. */
  | { readonly kind: 'asAgreed'; readonly day: number }
  /** The whole invoice, so many months after the first of them. */
  | { readonly kind: 'late'; readonly day: number; readonly months: number }
  /** Stopped paying this many months ago. */
  | { readonly kind: 'stopped'; readonly day: number; readonly monthsAgo: number };

/** What a contract says of volumes. */
export interface VolumePlan {
  readonly rule: 'monthBefore' | 'monthItself' | 'workingDaysBefore';
  readonly day: number;
  readonly tolerancePercent: number;
  /** Percent of the average month of the season that is contracted. */
  readonly percent: number;
}

/** All data of an account with a contract that do not depend on the date. */
export interface EntityPlan {
  readonly accountNumber: string;
  readonly customer: CustomerPlan;
  readonly premises: PremisesPlan;
  readonly objectCode: string;
  readonly contractNumber: string;
  readonly contractDate: LocalDate;
  readonly consumerEic: string;
  readonly contract: ContractTerms;
  /** Hundredths of a percent a year, and how many times the discount rate the penalty is. */
  readonly late: { readonly percentHundredths: number; readonly penaltyRateTimes: number };
  readonly volumes: VolumePlan;
  readonly points: readonly PointPlan[];
  readonly payer: EntityPayerPlan;
  /** Of the operator for months that were closed; months are counted back, 1 is the last closed one. */
  readonly corrections: readonly {
    readonly eicCode: string;
    readonly monthsAgo: number;
    readonly kwh: number;
    readonly document: string;
  }[];
  readonly violationActs: readonly EntityViolationAct[];
  /** Days after which an act counts as accepted; undefined: the contract does not say. */
  readonly silentAcceptanceDays: number | undefined;
}

/** A violation act with a protocol of the same number. */
export interface EntityViolationAct {
  readonly number: string;
  readonly monthsAgo: number;
  readonly state: 'hearingSet' | 'billed';
  readonly amountKopiykas: number;
  readonly energyKwh: number;
}

/** Who signs for a company, and where it is. */
export interface CompanyPlan {
  readonly customer: CustomerPlan;
  readonly vatNumber: string;
  readonly legalAddress: string;
  readonly postalAddress: string;
  readonly bankName: string;
  readonly iban: string;
  readonly signerName: string;
  readonly signerPost: string;
  readonly signerGround: string;
}
