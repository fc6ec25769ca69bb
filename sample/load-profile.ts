import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BillingPeriod } from '#domain/time/billing-period.ts';

/** Consumption of a measured household in a month, kWh by the zones of a three-zone meter. */
export interface MonthlyLoad {
  readonly night: number;
  readonly halfPeak: number;
  readonly peak: number;
}

/** Months with a lower share of measured half-hours are not scaled up. */
const MIN_MEASURED_SHARE = 0.5;
const HALF_YEAR = 6;

/** household → month of the year (1–12, southern seasons) → measured loads of that month by year */
function readLoads(): ReadonlyMap<string, ReadonlyMap<number, readonly MonthlyLoad[]>> {
  const lines = readFileSync(join(import.meta.dirname, 'household-load.csv'), 'utf8')
    .trim()
    .split('\n');
  const loads = new Map<string, Map<number, MonthlyLoad[]>>();
  for (const line of lines.slice(1)) {
    const [household = '', month = '', night, halfPeak, peak, measured, expected] = line.trim().split(',');
    const share = Number(measured) / Number(expected);
    if (share < MIN_MEASURED_SHARE) continue;
    const ofHousehold = loads.get(household) ?? new Map<number, MonthlyLoad[]>();
    loads.set(household, ofHousehold);
    const monthOfYear = Number(month.slice(5));
    const ofMonth = ofHousehold.get(monthOfYear) ?? [];
    ofHousehold.set(monthOfYear, ofMonth);
    ofMonth.push({
      night: Number(night) / share,
      halfPeak: Number(halfPeak) / share,
      peak: Number(peak) / share,
    });
  }
  return loads;
}

const loads = readLoads();

/**
 * Consumption of the household in a month in Ukraine: taken from half a year later, because the measurements are from
 * the southern hemisphere; measured years alternate; partial months are scaled up. @throws RangeError for an unknown
 * household.
 */
export function loadOf(household: string, period: BillingPeriod): MonthlyLoad {
  const month = Number(period.slice(5));
  const southern = ((month + HALF_YEAR - 1) % 12) + 1;
  const ofMonth = loads.get(household)?.get(southern) ?? [];
  const load = ofMonth[Number(period.slice(0, 4)) % Math.max(ofMonth.length, 1)];
  if (load === undefined)
    throw new RangeError(`Household ${household} was not measured in month ${southern}`);
  return load;
}
