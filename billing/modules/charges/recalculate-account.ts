import type { ChargeLine } from '#domain/charges/charge-line.ts';
import { linesInForce, recalculationLines } from '#domain/charges/recalculation.ts';
import { type WattHours, wattHours } from '#domain/energy.ts';
import type { TariffVersion, Zone, ZoneScheme } from '#domain/tariffs/tariff.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import { chargeByScheme, type SchemeConsumption } from './charge-by-scheme.ts';
import type { ChargedMonth } from './closing-facts.ts';
import { hasTariffFor } from './has-tariff-for.ts';
import type { MeasuredConsumption } from './measure-account.ts';

/** What a reading changes of a month that a register was charged for before. */
interface MonthChange {
  readonly period: BillingPeriod;
  readonly meterId: string;
  readonly zone: Zone;
  readonly energy: WattHours;
}

/**
 * Charges the months anew that registers were charged for by average before they were read (product.md §7): by the tariffs of
 * those months, and the lines are the differences, the latest month first. A month of which no tariff is known any more
 * stays as it was charged.
 */
export function recalculateAccount(
  measured: readonly MeasuredConsumption[],
  months: readonly ChargedMonth[],
  versions: readonly TariffVersion[],
  firstLineNumber: number,
): ChargeLine[] {
  const changes = measured.flatMap(({ register, corrections }) =>
    corrections.map((one) => ({ ...one, meterId: register.meterId, zone: register.zone })),
  );
  const lines: ChargeLine[] = [];
  for (const month of months) {
    const own = changes.filter(({ period }) => period === month.period);
    if (own.length === 0 || !hasTariffFor(versions, month.period)) continue;
    const { charged, right } = chargeAnew(month, own, versions);
    lines.push(...recalculationLines(charged, right, firstLineNumber + lines.length));
  }
  return lines;
}

/** What the month was charged with everything so far, and what it should have been. */
function chargeAnew(
  month: ChargedMonth,
  changes: readonly MonthChange[],
  versions: readonly TariffVersion[],
): { charged: ChargeLine[]; right: ChargeLine[] } {
  const [scheme, ...others] = new Set(month.consumptions.map((one) => one.scheme));
  const anew = (consumptions: readonly SchemeConsumption[]) =>
    chargeByScheme(versions, month.period, consumptions);
  if (scheme !== undefined && others.length === 0 && month.lines.length > 0) {
    const charged = linesInForce(month.lines);
    return { charged, right: anew(changeZones(charged, changes, scheme)) };
  }
  // Brought in without lines, or with a meter that was replaced by one that divides the day differently.
  const own = month.consumptions.map((one) => ({
    ...one,
    energy: wattHours(one.energyWh),
    isEstimated: false,
  }));
  const changed = own.map((one) => {
    const change = changes.find(({ meterId, zone }) => meterId === one.meterId && zone === one.zone);
    return { ...one, energy: withChange(one.energy, change?.energy ?? 0) };
  });
  return { charged: anew(own), right: anew(changed) };
}

/** Energy by zone with the changes of its registers. */
function changeZones(
  charged: readonly ChargeLine[],
  changes: readonly MonthChange[],
  scheme: ZoneScheme,
): SchemeConsumption[] {
  const byZone = new Map<Zone, number>();
  for (const { zone, energy } of [...charged, ...changes]) byZone.set(zone, (byZone.get(zone) ?? 0) + energy);
  return Array.from(byZone, ([zone, energy]) => ({
    scheme,
    zone,
    energy: withChange(energy, 0),
    isEstimated: false,
  }));
}

function withChange(energy: number, change: number): WattHours {
  return wattHours(Math.max(energy + change, 0));
}
