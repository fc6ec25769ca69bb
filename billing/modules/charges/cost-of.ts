import { chargeConsumption } from '#domain/charges/charge-consumption.ts';
import { type ChargeLine, totalOf } from '#domain/charges/charge-line.ts';
import { type WattHours, wattHours } from '#domain/energy.ts';
import type { Kopiykas } from '#domain/money.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import type { Pricing } from './pricing.ts';

/** What a register counted in a period. */
export interface RegisterConsumption {
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
 * The energy charge of an account for a period: all its registers together, so that they share the blocks of the tariff.
 * Source: product.md 7.
 * @throws RangeError when a meter is not the account's, or a day of the period has no tariff.
 */
export function costOf(
  pricing: Pricing,
  {
    period,
    consumptions,
  }: { readonly period: BillingPeriod; readonly consumptions: readonly RegisterConsumption[] },
): Cost {
  const ofSchemes = consumptions.map((consumption) => {
    const scheme = pricing.schemes.get(consumption.meterId);
    if (scheme === undefined) throw new RangeError(`The account has no meter ${consumption.meterId}`);
    return { ...consumption, scheme };
  });
  const lines = chargeConsumption({ period, consumptions: ofSchemes, versions: pricing.versions });
  const energy = wattHours(consumptions.reduce((sum, consumption) => sum + consumption.energy, 0));
  return { energy, amount: totalOf(lines), lines };
}
