import type { AccountTariffs } from '#billing/modules/tariffs/public.ts';
import type { ChargeLine } from '#domain/charges/charge-line.ts';
import type { Kopiykas } from '#domain/money.ts';
import type { AverageFacts } from '#domain/readings/average-daily-consumption.ts';
import type { Zone, ZoneScheme } from '#domain/tariffs/tariff.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import type { LocalDate } from '#domain/time/local-date.ts';

/** A register of a meter that stood in the period, or of one that was charged beyond its removal. */
export interface ClosingRegister {
  readonly meterId: string;
  readonly zone: Zone;
  readonly scheme: ZoneScheme;
  /** The metering point: averages are of all its meters together. */
  readonly eicCode: string;
  readonly contractedPowerWatts: number;
  readonly digitCapacity: number;
  readonly coefficient: number;
  readonly isDisabled: boolean;
  readonly installedOn: LocalDate;
  readonly removedOn: LocalDate | null;
  readonly installedValue: number;
  readonly removedValue: number | null;
  /** Where the period before ended. */
  readonly previous: PreviousConsumption | undefined;
  /** The accepted reading of the period. */
  readonly reading: { readonly value: number; readonly effectiveDate: LocalDate } | undefined;
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
}

/** A benefit or subsidy of a month. */
export interface GrantedBenefit {
  /** Id of the entry that books it. */
  readonly benefitId: string;
  readonly amount: Kopiykas;
}

/** What averages are made of, by account and metering point: `usageKey`. */
export type UsageHistory = ReadonlyMap<string, Pick<AverageFacts, 'lastYear' | 'lastActual'>>;

/** What a register counted in a month, as it was charged. */
export interface ChargedConsumption {
  readonly meterId: string;
  readonly zone: Zone;
  readonly scheme: ZoneScheme;
  readonly energyWh: number;
  readonly basis: 'actual' | 'brought' | 'estimated';
  readonly from: LocalDate;
  /** The first day that is not part of it. */
  readonly to: LocalDate;
  readonly openingValue: number;
  readonly closingValue: number;
  /** The reading that was brought to the 1st; null: it was none. */
  readonly reading: { readonly value: number; readonly effectiveDate: LocalDate } | null;
}

/** A month that was charged already, as a recalculation needs it. */
export interface ChargedMonth {
  readonly period: BillingPeriod;
  readonly consumptions: readonly ChargedConsumption[];
  /** What all bills so far charged for its days: energy, and recalculations since. */
  readonly lines: readonly ChargeLine[];
}

export function usageKey(accountNumber: string, eicCode: string): string {
  return `${accountNumber} ${eicCode}`;
}
