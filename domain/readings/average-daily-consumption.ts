import { type WattHours, wattHours } from '#domain/energy.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import type { UsageSpan } from './meter-facts.ts';
import { hoursInDay, zoneHours } from './zone-hours.ts';

export type AverageBasis = 'lastYear' | 'lastActual' | 'norm';

/** An exact fraction: that energy over that many days. Rounded only where whole units are needed. */
export type DailyAverage = { energy: WattHours; days: number; basis: AverageBasis };

export type AverageFacts = {
  contractedPowerWatts: number;
  lastYear?: UsageSpan | undefined;
  lastActual?: UsageSpan | undefined;
};

const WATTS_IN_KILOWATT = 1000;

/**
 * Average daily consumption of one zone of a meter (product.md §7): the same period last year, else between the last two
 * actual values, each zone between its own, else a norm per contracted power. A history without this zone (another meter stood there) is shared by
 * the hours of the zones.
 */
export function averageDailyConsumption(
  facts: AverageFacts,
  zone: Zone,
  normDailyWattHoursPerKilowatt: number,
): DailyAverage {
  if (isUsable(facts.lastYear)) return ofZone(facts.lastYear, zone, 'lastYear');
  if (isUsable(facts.lastActual)) return ofZone(facts.lastActual, zone, 'lastActual');
  const norm = wattHours(facts.contractedPowerWatts * normDailyWattHoursPerKilowatt);
  return ofZone({ total: norm, days: WATTS_IN_KILOWATT }, zone, 'norm');
}

function isUsable(span: UsageSpan | undefined): span is UsageSpan {
  return span !== undefined && span.days > 0 && span.total >= 0;
}

function ofZone(span: UsageSpan, zone: Zone, basis: AverageBasis): DailyAverage {
  const known = span.byZone?.[zone];
  if (known !== undefined) return { energy: known, days: span.daysByZone?.[zone] ?? span.days, basis };
  return { energy: wattHours(span.total * zoneHours(zone)), days: span.days * hoursInDay, basis };
}
