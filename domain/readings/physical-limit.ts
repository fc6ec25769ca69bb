import { type WattHours, wattHours } from '#domain/energy.ts';

const HOURS_IN_DAY = 24;

/**
 * The most energy that can pass in that many days at the contracted power (messages.md, readings.valueTooLarge). A day has
 * 24 hours here, also on the two days of the year when clocks change. Two readings of one day have a day between them.
 */
export function physicalLimit(contractedPowerWatts: number, days: number): WattHours {
  return wattHours(contractedPowerWatts * HOURS_IN_DAY * Math.max(days, 1));
}
