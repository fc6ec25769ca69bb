import { fromKwh, type WattHours } from '#domain/energy.ts';
import { daysBetween, type LocalDate } from '#domain/time/local-date.ts';
import type { DailyAverage } from './average-daily-consumption.ts';
import { estimateUnits } from './estimate.ts';

export type BroughtValue = { closingValue: number; energy: WattHours; days: number };

/**
 * Extrapolates a reading to the 1st by average daily consumption (KKOEE 8.6.3, product.md §7): the value of the
 * register then, through zero if need be, and the energy added. A reading of the 1st is unchanged, and nothing is
 * subtracted from a later reading.
 */
export function bringToFirst(
  reading: { value: number; effectiveDate: LocalDate },
  first: LocalDate,
  average: DailyAverage,
  meter: { digitCapacity: number; coefficient: number },
): BroughtValue {
  const days = Math.max(daysBetween(reading.effectiveDate, first), 0);
  const units = estimateUnits(average, days, meter.coefficient);
  return {
    closingValue: (reading.value + units) % 10 ** meter.digitCapacity,
    energy: fromKwh(units * meter.coefficient),
    days,
  };
}
