import type { ChannelEnergy, ContractFacts } from '#billing/modules/contracts/public.ts';
import type { ChargedPoint } from '#billing/modules/invoices/public.ts';
import type { AccountTariffs } from '#billing/modules/tariffs/public.ts';
import type { ChargeLine } from '#domain/charges/charge-line.ts';
import type { Kopiykas } from '#domain/money.ts';
import type { AverageFacts } from '#domain/readings/average-daily-consumption.ts';
import type { Zone, ZoneScheme } from '#domain/tariffs/tariff.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import type { ConsumptionBasis, KnownValue } from '../consumption/measure-register.ts';

/** A register of a meter that stood in the period. */
export interface ClosingRegister {
  readonly meterId: string;
  readonly zone: Zone;
  readonly scheme: ZoneScheme;
  /** The metering point: averages are of all its meters together. */
  readonly eicCode: string;
  readonly contractedPowerWatts: number;
  readonly digitCapacity: number;
  readonly coefficient: number;
  /** Switched off, nobody knows since when. */
  readonly isDisabled: boolean;
  /** Changes of the metering point up to the end of the period, in the order of their days; null: it always was as it is. */
  readonly pointChanges: readonly PointChange[] | null;
  readonly installedOn: LocalDate;
  readonly removedOn: LocalDate | null;
  readonly installedValue: number;
  readonly removedValue: number | null;
  /** Where the period before ended. */
  readonly previous: PreviousConsumption | undefined;
  /** The accepted readings of the period, in the order of their days. */
  readonly readings: readonly KnownValue[];
}

export interface PreviousConsumption {
  readonly closingValue: number;
  readonly to: LocalDate;
  readonly isActual: boolean;
}

/** All that has to be known of an account to charge it for a period. */
export interface ClosingAccount extends AccountTariffs {
  readonly accountNumber: string;
  readonly openedOn: LocalDate;
  readonly contractEndedOn: LocalDate | null;
  /** Debt (+) or overpayment (−) when the period began. */
  readonly opening: Kopiykas;
  /** What was paid in the period, less what was taken back. */
  readonly paid: Kopiykas;
  /** What the ledger has of the period already, as it changes the debt. */
  readonly recalculated: Kopiykas;
  readonly benefit: Kopiykas;
  readonly corrected: Kopiykas;
  /** Benefits that its closing books. */
  readonly benefits: readonly GrantedBenefit[];
  readonly registers: readonly ClosingRegister[];
  /** The first month that is to be charged anew by a request (`requestRecalculations`); null: none is asked for. */
  readonly recalculateFrom: BillingPeriod | null;
  /** Requests that nothing has booked yet. */
  readonly requestIds: readonly string[];
  /** Of a legal entity; null: it is charged by its tariff. */
  readonly contract: ContractFacts | null;
}

/** A benefit or subsidy of a month. */
export interface GrantedBenefit {
  /** Id of the entry that books it. */
  readonly benefitId: string;
  readonly amount: Kopiykas;
}

/** What averages are made of, by account and metering point: `usageKey`. */
export type UsageHistory = ReadonlyMap<string, Pick<AverageFacts, 'lastYear' | 'lastActual'>>;

/** A known value with the period it came in: an earlier month knows nothing of it. */
export interface DatedValue extends KnownValue {
  readonly period: BillingPeriod;
}

/** What a register counted in a month with all recalculations so far. */
export interface ConsumptionInForce {
  readonly meterId: string;
  readonly zone: Zone;
  readonly scheme: ZoneScheme;
  readonly eicCode: string;
  readonly energyWh: number;
  readonly basis: ConsumptionBasis;
  readonly from: LocalDate;
  /** The first day that is not part of it. */
  readonly to: LocalDate;
  readonly openingValue: number;
  readonly closingValue: number;
}

/** A register with what is known of it from before the period. */
export interface PastRegister extends Omit<ClosingRegister, 'previous' | 'readings'> {
  /** Accepted readings of periods before, from a few before `since` on, in the order of their days. */
  readonly earlier: readonly DatedValue[];
}

/** How a metering point is from a day on; null: as before. */
interface PointChange {
  readonly from: LocalDate;
  readonly isDisabled: boolean | null;
  readonly contractedPowerWatts: number | null;
}

/** What charging months of an account anew needs to know. */
export interface AccountPast {
  /** The first month that may change. */
  readonly since: BillingPeriod;
  /** The first month that the account was measured in. */
  readonly firstMeasured: BillingPeriod;
  /** Every register it ever had, in the order of its meters. */
  readonly registers: readonly PastRegister[];
  /** By month, from `since` on; from a year before when a request asks. */
  readonly consumptions: ReadonlyMap<BillingPeriod, readonly ConsumptionInForce[]>;
  /** What all bills so far charged for the days of each month: energy, and recalculations since. */
  readonly lines: ReadonlyMap<BillingPeriod, readonly ChargeLine[]>;
  /** Of months without a line of their own that were recalculated since: what they counted as they were brought in. */
  readonly broughtIn: ReadonlyMap<BillingPeriod, readonly ConsumptionInForce[]>;
  /** Of a contract: what its channels counted in each month, and its points as the invoices so far bill them. */
  readonly channels: ReadonlyMap<BillingPeriod, readonly ChannelEnergy[]>;
  readonly quantities: ReadonlyMap<BillingPeriod, readonly ChargedPoint[]>;
}

export function usageKey(accountNumber: string, eicCode: string): string {
  return `${accountNumber} ${eicCode}`;
}
