import type { consumptionHistory } from '#contract/consumption.ts';
import type { OutputOf } from '#contract/define-call.ts';
import type { tariffHistory } from '#contract/tariffs.ts';
import {
  type DayNightCost,
  type DayNightMonth,
  dayNightCost,
  isTariffKnown,
  splitByNightShare,
} from '#domain/charges/day-night.ts';
import type { TariffVersion } from '#domain/tariffs/tariff.ts';
import { tariffVersionFromJson } from '#domain/tariffs/tariff-version-json.ts';
import { type BillingPeriod, billingPeriod } from '#domain/time/billing-period.ts';

export type Month = OutputOf<typeof consumptionHistory>['months'][number];
export type Tariffs = OutputOf<typeof tariffHistory>;

/** The assumed night share of a one-zone meter, in percent. */
export const defaultNightPercent = 33;
const MAX_MONTHS = 12;

/** A closed month that can be calculated. */
export interface NightMonth {
  readonly period: BillingPeriod;
  readonly kwh: number;
  readonly isEstimated: boolean;
  /** The day-night split counted by the meter; undefined: a one-zone meter. */
  readonly own: DayNightMonth | undefined;
}

/** The tariff versions as domain values. */
export function versionsOf({ versions }: Tariffs): TariffVersion[] {
  return versions.map(({ from, to, rule, zones, act }) =>
    tariffVersionFromJson({
      validFrom: from,
      ...(to !== null && { validTo: to }),
      rule,
      coefficients: zones,
      act,
    }),
  );
}

/** The last twelve closed months with a consumption and a tariff, oldest first. */
export function nightMonths(months: readonly Month[], versions: readonly TariffVersion[]): NightMonth[] {
  return months
    .filter(({ isCurrent, totalKwh }) => !isCurrent && totalKwh > 0)
    .map((month) => ({
      period: billingPeriod(month.period),
      kwh: month.totalKwh,
      isEstimated: month.isEstimated,
      own: ownNight(month),
    }))
    .filter(({ period }) => isTariffKnown(versions, period))
    .slice(-MAX_MONTHS);
}

/** The split of a zone meter; peak and half-peak count as day. */
function ownNight({ period, zones, totalKwh }: Month): DayNightMonth | undefined {
  if (zones.single || !Object.keys(zones).some((zone) => zone !== 'single')) return undefined;
  const nightKwh = zones.night ?? 0;
  return { period: billingPeriod(period), dayKwh: totalKwh - nightKwh, nightKwh };
}

/** The night share counted by the meter, in whole percent; undefined: it has no zones. */
export function ownPercent(months: readonly NightMonth[]): number | undefined {
  const counted = months.flatMap(({ own }) => own ?? []);
  const kwh = counted.reduce((sum, { dayKwh, nightKwh }) => sum + dayKwh + nightKwh, 0);
  const night = counted.reduce((sum, { nightKwh }) => sum + nightKwh, 0);
  return kwh > 0 ? Math.round((100 * night) / kwh) : undefined;
}

/**
 * The cost of the months by either meter.
 * @param percent The chosen night share; undefined: as counted by the meter.
 */
export function costsOf(
  months: readonly NightMonth[],
  versions: readonly TariffVersion[],
  percent: number | undefined,
): DayNightCost[] {
  const percentUsed = percent ?? ownPercent(months) ?? defaultNightPercent;
  return months.map((month) =>
    dayNightCost(
      versions,
      percent === undefined && month.own ? month.own : splitByNightShare(month, percentUsed),
    ),
  );
}
