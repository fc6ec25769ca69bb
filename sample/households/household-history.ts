import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chargeConsumption } from '#domain/charges/charge-consumption.ts';
import { totalOf } from '#domain/charges/charge-line.ts';
import { fromKwh } from '#domain/energy.ts';
import { type Zone, zonesOf } from '#domain/tariffs/tariff.ts';
import { addMonths, type BillingPeriod, daysIn, firstDay, periodOf } from '#domain/time/billing-period.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { randomOf } from '#sample/random.ts';
import { sampleTariffHistory } from '#sample/supplier-and-tariffs.ts';
import type { HouseholdPlan, ZoneValues } from './household-plan.ts';

/** Consumption of a measured household in a month, kWh by the zones of a three-zone meter. */
interface MonthlyLoad {
  readonly night: number;
  readonly halfPeak: number;
  readonly peak: number;
}

/** Months with a lower share of measured half-hours are not scaled up. */
const MIN_MEASURED_SHARE = 0.5;
const HALF_YEAR = 6;

/** household → month of the year (1–12, southern seasons) → measured loads of that month by year */
function readLoads(): ReadonlyMap<string, ReadonlyMap<number, readonly MonthlyLoad[]>> {
  const lines = readFileSync(join(import.meta.dirname, '../household-load.csv'), 'utf8')
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

/** A closed month of a household: consumption by zone and its cost. */
export interface HouseholdMonth {
  readonly period: BillingPeriod;
  /** 1 is the last closed month. */
  readonly monthsAgo: number;
  readonly kwh: ZoneValues;
  readonly costKopiykas: number;
}

/** The closed months before today, oldest first. */
export function closedMonths(today: LocalDate, count: number): BillingPeriod[] {
  const current = periodOf(today);
  return Array.from({ length: count }, (_, place) => addMonths(current, place - count));
}

/** The day of the month, or its last day when it has fewer. */
export function dayOf(period: BillingPeriod, day: number): LocalDate {
  return `${firstDay(period).slice(0, 8)}${String(Math.min(day, daysIn(period))).padStart(2, '0')}` as LocalDate;
}

/** The day of the month on which a meter is replaced or taken away. */
export const meterDay = 14;

function usedKwh(plan: HouseholdPlan, period: BillingPeriod): ZoneValues {
  const { night, halfPeak, peak } = loadOf(plan.livesLike, period);
  const noise = randomOf(`${plan.accountNumber} ${period}`).between(94, 106);
  const scaled = (kwh: number) => Math.round((kwh * plan.scalePercent * noise) / 10_000);
  switch (plan.meter.scheme) {
    case 'single':
      return { single: scaled(night + halfPeak + peak) };
    case 'two':
      return { day: scaled(halfPeak + peak), night: scaled(night) };
    case 'three':
      return { peak: scaled(peak), halfPeak: scaled(halfPeak), night: scaled(night) };
  }
}

function kwhOf(plan: HouseholdPlan, period: BillingPeriod, monthsAgo: number): ZoneValues {
  const exactly = plan.exactly.find((one) => one.monthsAgo === monthsAgo);
  if (exactly) return exactly.values;
  const { exactlyInMonth, meter } = plan;
  if (exactlyInMonth && monthsAgo <= 12 && Number(period.slice(5)) === exactlyInMonth.month)
    return exactlyInMonth.values;
  const stoppedMonthsAgo = meter.disabledMonthsAgo ?? meter.removedMonthsAgo;
  if (stoppedMonthsAgo !== undefined && monthsAgo < stoppedMonthsAgo) return {};
  const whole = usedKwh(plan, period);
  if (monthsAgo !== meter.removedMonthsAgo) return whole;
  const until = (kwh: number) => Math.floor((kwh * (meterDay - 1)) / daysIn(period));
  return Object.fromEntries(Object.entries(whole).map(([zone, kwh]) => [zone, until(kwh)]));
}

function costOf(plan: HouseholdPlan, period: BillingPeriod, kwh: ZoneValues): number {
  const zones: readonly Zone[] = zonesOf[plan.meter.scheme];
  const lines = chargeConsumption({
    period,
    consumptions: zones.map((zone) => ({
      scheme: plan.meter.scheme,
      zone,
      energy: fromKwh(kwh[zone] ?? 0),
      isEstimated: false,
    })),
    versions: sampleTariffHistory[plan.tariffCode],
  });
  return Number(totalOf(lines));
}

/** Consumption and cost of the household in each month of its contract. */
export function monthsOf(plan: HouseholdPlan, periods: readonly BillingPeriod[]): HouseholdMonth[] {
  const { contractEndedMonthsAgo: ended = 0, connectedMonthsAgo: connected = periods.length } = plan;
  return periods
    .map((period, place) => ({ period, monthsAgo: periods.length - place }))
    .filter(({ monthsAgo }) => monthsAgo >= ended && monthsAgo <= connected)
    .map(({ period, monthsAgo }) => {
      const kwh = kwhOf(plan, period, monthsAgo);
      return { period, monthsAgo, kwh, costKopiykas: costOf(plan, period, kwh) };
    });
}
