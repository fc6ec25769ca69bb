import { chargeConsumption } from '#domain/charges/charge-consumption.ts';
import { type ChargeLine, totalOf, type ZoneConsumption } from '#domain/charges/charge-line.ts';
import { type WattHours, wattHours } from '#domain/energy.ts';
import type { Kopiykas } from '#domain/money.ts';
import type { Zone, ZoneScheme } from '#domain/tariffs/tariff.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import type { Pricing } from './pricing.ts';

/** What a register counted in a period. */
export interface MeteredConsumption {
  readonly meterId: string;
  readonly zone: Zone;
  /** Whole kWh, never negative. */
  readonly energy: WattHours;
  readonly isEstimated: boolean;
}

/** What a consumption costs, tax included. `lines` in the order of the bill, numbered from 1. */
export interface Cost {
  readonly energy: WattHours;
  readonly amount: Kopiykas;
  readonly lines: readonly ChargeLine[];
}

/**
 * The energy charge of an account for a period: registers of a zone are charged together (a replaced meter), a block of a
 * tariff is shared by all of them. When a meter was replaced by one that divides the day differently, each way of
 * dividing is charged apart. Source: product.md 7.
 * @throws RangeError when a meter is not the account's, or a day of the period has no tariff.
 */
export function costOf(
  pricing: Pricing,
  {
    period,
    consumptions,
  }: { readonly period: BillingPeriod; readonly consumptions: readonly MeteredConsumption[] },
): Cost {
  let energy = 0;
  const byScheme = new Map<ZoneScheme, ZoneConsumption[]>();
  for (const consumption of consumptions) {
    energy += consumption.energy;
    const scheme = pricing.schemes.get(consumption.meterId);
    if (scheme === undefined) throw new RangeError(`The account has no meter ${consumption.meterId}`);
    const ofScheme = byScheme.get(scheme);
    if (ofScheme === undefined) byScheme.set(scheme, [consumption]);
    else ofScheme.push(consumption);
  }
  const lines: ChargeLine[] = [];
  for (const [scheme, ofScheme] of byScheme) {
    const charged = chargeConsumption({ period, consumptions: ofScheme, scheme, versions: pricing.versions });
    for (const line of charged) {
      lines.push(lines.length + 1 === line.lineNumber ? line : { ...line, lineNumber: lines.length + 1 });
    }
  }
  return { energy: wattHours(energy), amount: totalOf(lines), lines };
}
