import type { Zone } from '#domain/tariffs/tariff.ts';

export const hoursInDay = 24;

/**
 * Hours of the zone in a day on a meter with these zones (facts §1.3): night 23–07; peak 08–11 and 20–22; half-peak the
 * rest; day what night leaves. Used to share an energy whose zones are unknown.
 */
export function zoneHours(zone: Zone): number {
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
