import { daysIn, periodOf } from '#domain/time/billing-period.ts';
import { kyivMidnight } from '#domain/time/kyiv.ts';
import { addDays, type LocalDate } from '#domain/time/local-date.ts';
import { randomOf } from '#sample/random.ts';
import { plannedKwh } from './entity-history.ts';
import type { PointPlan } from './entity-plan.ts';

const DAYS = 35;
const HOUR_MS = 3_600_000;
const NOON = 12;

interface HourlyRow {
  readonly day: LocalDate;
  /** kWh with three decimals. */
  readonly hours: readonly string[];
}

/** The energy of the hours of the last 35 days of a point that is followed by hours: little at night, most at noon. */
export function hourlyRowsOf(point: PointPlan, today: LocalDate): HourlyRow[] {
  if (!point.isHourly) return [];
  return Array.from({ length: DAYS }, (_, index) => {
    const day = addDays(today, index - DAYS);
    const count = (kyivMidnight(addDays(day, 1)) - kyivMidnight(day)) / HOUR_MS;
    const month = periodOf(day);
    const random = randomOf(`${point.eicCode} hours ${day}`);
    const weights = Array.from({ length: count }, (_, hour) => {
      const open = Math.max(0, 100 - Math.abs(hour - NOON) * 11);
      return (45 + open) * random.between(92, 108);
    });
    const sum = weights.reduce((total, weight) => total + weight, 0);
    const wattHours = (plannedKwh(point, month) * 1000) / daysIn(month);
    return {
      day,
      hours: weights.map((weight) => (Math.round((wattHours * weight) / sum) / 1000).toFixed(3)),
    };
  });
}
