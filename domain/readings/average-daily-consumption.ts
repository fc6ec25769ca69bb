import { type WattHours, wattHours } from '#domain/energy.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import type { UsageSpan } from './meter-facts.ts';

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

const hoursInDay = 24;

/**
 * Hours of the zone in a day on a meter with these zones (facts §1.3): night 23–07; peak 08–11 and 20–22; half-peak the
 * rest; day what night leaves. Used to share an energy whose zones are unknown.
 */
function zoneHours(zone: Zone): number {
  switch (zone) {
    case 'single':
      return hoursInDay;
    case 'day':
      return 16;
    case 'night':
      return 8;
    case 'peak':
      return 5;
    case 'halfPeak':
      return 11;
  }
}

type AverageBasis = 'lastYear' | 'lastActual' | 'norm';

/** An exact fraction: energy over days. Rounded only where whole units are needed. */
export type DailyAverage = { energy: WattHours; days: number; basis: AverageBasis };

export type AverageFacts = {
  contractedPowerWatts: number;
  lastYear?: UsageSpan | undefined;
  lastActual?: UsageSpan | undefined;
};

const WATTS_IN_KILOWATT = 1000;

/**
 * Average daily consumption of one zone of a meter (product.md §7): the same period last year, else between the last
 * two actual values of the zone, else a norm per contracted power. A history without this zone (another meter) is
 * shared by the hours of the zones.
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
