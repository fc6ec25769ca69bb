import type { ChargeLine } from '#domain/charges/charge-line.ts';
import { recalculateOverestimate } from '#domain/charges/recalculation.ts';
import { type WattHours, wattHours } from '#domain/energy.ts';
import type { TariffVersion } from '#domain/tariffs/tariff.ts';
import { groupByScheme } from './charge-by-scheme.ts';
import type { ChargedMonth } from './closing-facts.ts';
import type { MeasuredConsumption } from './measure-account.ts';

export interface AccountRecalculation {
  readonly lines: readonly ChargeLine[];
  /** What is given back for each register, in the order of `measured`. */
  readonly givenBack: readonly WattHours[];
}

/**
 * Gives back what estimates of earlier months charged too much, at the prices of those months (product.md §7). What the
 * estimated months can't account for is not given back: nobody has paid for it.
 */
export function recalculateAccount(
  measured: readonly MeasuredConsumption[],
  months: readonly ChargedMonth[],
  versions: readonly TariffVersion[],
  firstLineNumber: number,
): AccountRecalculation {
  const lines: ChargeLine[] = [];
  const givenBack = measured.map(({ overestimated }) => overestimated);
  const indexed = measured.map(({ register, overestimated }, index) => {
    return { index, scheme: register.scheme, zone: register.zone, energy: overestimated };
  });
  for (const [scheme, registers] of groupByScheme(indexed.filter(({ energy }) => energy > 0))) {
    const ofScheme = months.map(({ period, consumptions }) => ({
      period,
      scheme,
      versions,
      consumptions: consumptions
        .filter((consumption) => consumption.scheme === scheme)
        .map(({ zone, energyWh, isEstimated }) => ({ zone, energy: wattHours(energyWh), isEstimated })),
    }));
    const result = recalculateOverestimate(registers, ofScheme, firstLineNumber + lines.length);
    lines.push(...result.lines);
    for (const { zone, energy } of result.unexplained) {
      let left: number = energy;
      for (const register of registers) {
        if (register.zone !== zone) continue;
        const notGiven = Math.min(left, register.energy);
        givenBack[register.index] = wattHours(register.energy - notGiven);
        left -= notGiven;
      }
    }
  }
  return { lines, givenBack };
}
