import { chargeConsumption } from '#domain/charges/charge-consumption.ts';
import type { ChargeLine } from '#domain/charges/charge-line.ts';
import type { WattHours } from '#domain/energy.ts';
import type { TariffVersion, Zone, ZoneScheme } from '#domain/tariffs/tariff.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';

export interface SchemeConsumption {
  readonly scheme: ZoneScheme;
  readonly zone: Zone;
  readonly energy: WattHours;
  readonly isEstimated: boolean;
}

/**
 * Energy lines of an account for a period. Registers of a zone are charged together, and all share the blocks of the
 * tariff; when a meter was replaced by one that divides the day differently, each way of dividing is charged apart.
 * @throws RangeError as `chargeConsumption`.
 */
export function chargeByScheme(
  versions: readonly TariffVersion[],
  period: BillingPeriod,
  consumptions: readonly SchemeConsumption[],
): ChargeLine[] {
  const scheme = consumptions[0]?.scheme;
  if (scheme === undefined) return [];
  if (consumptions.every((one) => one.scheme === scheme)) {
    return chargeConsumption({ period, consumptions, scheme, versions });
  }
  const lines: ChargeLine[] = [];
  for (const [ofScheme, own] of groupByScheme(consumptions)) {
    for (const line of chargeConsumption({ period, consumptions: own, scheme: ofScheme, versions })) {
      lines.push({ ...line, lineNumber: lines.length + 1 });
    }
  }
  return lines;
}

export function groupByScheme<Item extends { readonly scheme: ZoneScheme }>(
  items: readonly Item[],
): Map<ZoneScheme, Item[]> {
  return Map.groupBy(items, (item) => item.scheme);
}
