import type { WattHours } from '../energy.ts';
import { type Kopiykas, sumMoney } from '../money.ts';
import type { Coefficient, Price } from '../price.ts';
import type { Zone, ZoneScheme } from '../tariffs/tariff.ts';
import type { DayRange, LocalDate } from '../time/local-date.ts';

/**
 * Consumption of a register on some days of a period. Rows of a zone (two readings, a replaced meter) are charged
 * together.
 */
export interface ZoneConsumption {
  /** Zone scheme of the meter. */
  readonly scheme: ZoneScheme;
  readonly zone: Zone;
  /** Whole kWh, never negative. */
  readonly energy: WattHours;
  readonly isEstimated: boolean;
  /** The days on which it was counted; absent: all charged days. */
  readonly days?: DayRange | undefined;
}

/** A row of a bill: energy of one zone at one price. Source: product.md 7. */
export interface ChargeLine {
  /** From 1, in the order of the bill. */
  readonly lineNumber: number;
  /** `recalculation` corrects the charge of an earlier period. */
  readonly kind: 'energy' | 'recalculation';
  readonly zone: Zone;
  /** Index of the tariff step, from 0; 0 for a flat price. */
  readonly blockIndex: number;
  /** Negative when taken back. */
  readonly energy: WattHours;
  readonly price: Price;
  readonly coefficient: Coefficient;
  readonly amount: Kopiykas;
  readonly from: LocalDate;
  /** Last day of the line, included. */
  readonly to: LocalDate;
  /** Start date of the tariff version of the price. */
  readonly tariffValidFrom: LocalDate;
  readonly isEstimated: boolean;
}

export function totalOf(lines: readonly ChargeLine[]): Kopiykas {
  return sumMoney(lines.map((line) => line.amount));
}
