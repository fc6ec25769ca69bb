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

/** What a one-zone meter is supposed to have counted by night. */
export const supposedPercent = 33;
const MOST_MONTHS = 12;

/** A closed month that can be reckoned. */
export interface NightMonth {
  readonly period: BillingPeriod;
  readonly kwh: number;
  readonly isEstimated: boolean;
  /** As the meter itself divided it; undefined: it counted the day as one. */
  readonly own: DayNightMonth | undefined;
}

/** The versions of the tariff as the domain has them. */
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

/** The last twelve closed months with a consumption and a tariff, the oldest first. */
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
    .slice(-MOST_MONTHS);
}

/** The night of a meter with zones; peak and half-peak are the day. */
function ownNight({ period, zones, totalKwh }: Month): DayNightMonth | undefined {
  if (zones.single || !Object.keys(zones).some((zone) => zone !== 'single')) return undefined;
  const nightKwh = zones.night ?? 0;
  return { period: billingPeriod(period), dayKwh: totalKwh - nightKwh, nightKwh };
}

/** The share of the night that the meter counted, in whole percent; undefined: it counted none apart. */
export function ownPercent(months: readonly NightMonth[]): number | undefined {
  const counted = months.flatMap(({ own }) => own ?? []);
  const kwh = counted.reduce((sum, { dayKwh, nightKwh }) => sum + dayKwh + nightKwh, 0);
  const night = counted.reduce((sum, { nightKwh }) => sum + nightKwh, 0);
  return kwh > 0 ? Math.round((100 * night) / kwh) : undefined;
}

/**
 * What the months cost by either meter.
 * @param percent The share of the night that was chosen; undefined: as the meter counted it.
 */
export function costsOf(
  months: readonly NightMonth[],
  versions: readonly TariffVersion[],
  percent: number | undefined,
): DayNightCost[] {
  const supposed = percent ?? ownPercent(months) ?? supposedPercent;
  return months.map((month) =>
    dayNightCost(
      versions,
      percent === undefined && month.own ? month.own : splitByNightShare(month, supposed),
    ),
  );
}
