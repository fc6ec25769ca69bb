import type { WattHours } from '../energy.ts';
import { type Kopiykas, sumMoney } from '../money.ts';
import type { Coefficient, Price } from '../price.ts';
import type { Zone, ZoneScheme } from '../tariffs/tariff.ts';
import type { DayRange, LocalDate } from '../time/local-date.ts';

/** What a register counted on some days of a period. Rows of a zone (two readings, a replaced meter) are charged together. */
export interface ZoneConsumption {
  /** How the meter divides the day. */
  readonly scheme: ZoneScheme;
  readonly zone: Zone;
  /** Whole kWh, never negative. */
  readonly energy: WattHours;
  readonly isEstimated: boolean;
  /** The days on which it was counted; absent: all days that are charged. */
  readonly days?: DayRange | undefined;
}

/** A row of a bill: energy of one zone at one price. Source: product.md 7. */
export interface ChargeLine {
  /** From 1 on, in the order of the bill. */
  readonly lineNumber: number;
  /** `recalculation` takes back or adds to what an earlier period was charged. */
  readonly kind: 'energy' | 'recalculation';
  readonly zone: Zone;
  /** The step of the tariff, from 0 on; 0 for a flat price. */
  readonly blockIndex: number;
  /** Negative when taken back. */
  readonly energy: WattHours;
  readonly price: Price;
  readonly coefficient: Coefficient;
  readonly amount: Kopiykas;
  readonly from: LocalDate;
  /** The last day the line is for. */
  readonly to: LocalDate;
  /** Which version of the tariff the price is of. */
  readonly tariffValidFrom: LocalDate;
  readonly isEstimated: boolean;
}

export function totalOf(lines: readonly ChargeLine[]): Kopiykas {
  return sumMoney(lines.map((line) => line.amount));
}
