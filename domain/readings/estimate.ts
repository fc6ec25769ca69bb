import type { DailyAverage } from './average-daily-consumption.ts';

const WATT_HOURS_IN_KWH = 1000n;

/**
 * Average × days in whole units of a register (kWh when the coefficient is 1), rounded half up. Parts of a span
 * estimated separately differ from the whole by at most half a unit per part plus half a unit.
 */
export function estimateUnits(average: DailyAverage, days: number, coefficient: number): number {
  if (days <= 0) return 0;
  const dividend = BigInt(average.energy) * BigInt(days);
  const divisor = BigInt(average.days) * BigInt(coefficient) * WATT_HOURS_IN_KWH;
  return Number((2n * dividend + divisor) / (2n * divisor));
}
