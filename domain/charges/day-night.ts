import { apportion } from '../apportion.ts';
import { fromKwh } from '../energy.ts';
import { type Kopiykas, subtractMoney, sumMoney, zeroMoney } from '../money.ts';
import { versionOn } from '../tariffs/select-versions.ts';
import type { TariffVersion, Zone, ZoneScheme } from '../tariffs/tariff.ts';
import { type BillingPeriod, daysIn, firstDay } from '../time/billing-period.ts';
import { addDays } from '../time/local-date.ts';
import { chargeConsumption } from './charge-consumption.ts';
import { totalOf, type ZoneConsumption } from './charge-line.ts';

/** A month as a two-zone meter counts it: night is 23:00–07:00. Source: facts 1.3. */
export interface DayNightMonth {
  readonly period: BillingPeriod;
  /** Whole kWh. */
  readonly dayKwh: number;
  /** Whole kWh. */
  readonly nightKwh: number;
}

/** Cost of the same month by a one-zone and a two-zone meter. */
export interface DayNightCost extends DayNightMonth {
  readonly single: Kopiykas;
  readonly two: Kopiykas;
  /** single − two; negative when two zones cost more. */
  readonly saving: Kopiykas;
}

/**
 * Cost of a month by either meter at the tariff of its own days; both zones share a step limit.
 * @throws RangeError when a day of the month has no tariff.
 */
export function dayNightCost(versions: readonly TariffVersion[], month: DayNightMonth): DayNightCost {
  const { period, dayKwh, nightKwh } = month;
  const of = (scheme: ZoneScheme, zone: Zone, kwh: number): ZoneConsumption => ({
    scheme,
    zone,
    energy: fromKwh(kwh),
    isEstimated: false,
  });
  const cost = (...consumptions: readonly ZoneConsumption[]) =>
    totalOf(chargeConsumption({ period, versions, consumptions }));
  const single = cost(of('single', 'single', dayKwh + nightKwh));
  const two = cost(of('two', 'day', dayKwh), of('two', 'night', nightKwh));
  return { ...month, single, two, saving: subtractMoney(single, two) };
}

/** Splits a month by the share of its kWh at night; both parts are whole. */
export function splitByNightShare(
  { period, kwh }: { period: BillingPeriod; kwh: number },
  nightPercent: number,
): DayNightMonth {
  const [nightKwh = 0, dayKwh = 0] = apportion(kwh, [nightPercent, 100 - nightPercent]);
  return { period, dayKwh, nightKwh };
}

/** Whether every day of the month has a tariff. */
export function isTariffKnown(versions: readonly TariffVersion[], period: BillingPeriod): boolean {
  const first = firstDay(period);
  return Array.from({ length: daysIn(period) }, (_, day) => addDays(first, day)).every(
    (day) => versionOn(versions, day) !== undefined,
  );
}

export function savedBy(costs: readonly DayNightCost[]): Kopiykas {
  return sumMoney(costs.map(({ saving }) => saving));
}

/** Total saving of the months for every whole night share, from 0 to 100 percent. */
export function savingsByNightShare(
  versions: readonly TariffVersion[],
  months: readonly { readonly period: BillingPeriod; readonly kwh: number }[],
): readonly Kopiykas[] {
  return Array.from({ length: 101 }, (_, percent) =>
    savedBy(months.map((month) => dayNightCost(versions, splitByNightShare(month, percent)))),
  );
}

/** The lowest whole night share at which two zones cost less; undefined: none. */
export function breakEvenShare(savings: readonly Kopiykas[]): number | undefined {
  return shareWhere(savings, (saving) => saving > zeroMoney);
}

/**
 * The lowest whole night share at which the meter pays back within these years.
 * @param savings Of `monthCount` months, by share.
 */
export function payBackShare(
  savings: readonly Kopiykas[],
  monthCount: number,
  price: Kopiykas,
  years: number,
): number | undefined {
  return shareWhere(savings, (saving) => saving * BigInt(12 * years) >= price * BigInt(monthCount));
}

/**
 * Whole months until the meter pays back, at the mean saving of the months; undefined: never.
 * @param price Of the meter with its installation.
 */
export function payBackMonths(saved: Kopiykas, monthCount: number, price: Kopiykas): number | undefined {
  if (saved <= 0n) return undefined;
  return Number((price * BigInt(monthCount) + saved - 1n) / saved);
}

function shareWhere(
  savings: readonly Kopiykas[],
  isEnough: (saving: Kopiykas) => boolean,
): number | undefined {
  const share = savings.findIndex(isEnough);
  return share < 0 ? undefined : share;
}
