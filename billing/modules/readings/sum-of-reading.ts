import { measureRegister } from '#billing/modules/charges/public.ts';
import { chargeConsumption } from '#domain/charges/charge-consumption.ts';
import { totalOf } from '#domain/charges/charge-line.ts';
import type { Kopiykas } from '#domain/money.ts';
import type { TariffVersion } from '#domain/tariffs/tariff.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import type { MeterRecord } from './account-facts.ts';
import type { ZoneValues } from './submission.ts';

/**
 * What a meter has counted so far in the period up to a reading costs, out of facts that are loaded already.
 * 'recalculation': months before were charged by average, so that they have to be looked at; undefined: no tariff is known
 * for the period.
 */
export function sumOfReading(
  meter: MeterRecord,
  { values, effectiveDate }: { readonly values: ZoneValues; readonly effectiveDate: LocalDate },
  versions: readonly TariffVersion[],
): Kopiykas | 'recalculation' | undefined {
  const { placement, digitCapacity, coefficient, contractedPowerWatts } = meter.facts;
  const consumptions = [];
  for (const { zone, opening } of meter.registers) {
    const value = values[zone];
    if (value === undefined) continue;
    const to = effectiveDate;
    if (!opening.isActual || to <= opening.from) return 'recalculation';
    const known = [
      { value: opening.value, on: opening.from },
      { value, on: to },
    ];
    const days = { from: opening.from, to };
    const months = [{ period: placement.period, ...days }];
    const register = { digitCapacity, coefficient, contractedPowerWatts };
    for (const { energy } of measureRegister({ ...register, known, months, average: neverAsked }))
      consumptions.push({ scheme: meter.zoneScheme, zone, energy, isEstimated: false, days });
  }
  try {
    return totalOf(chargeConsumption({ period: placement.period, consumptions, versions }));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function neverAsked(): never {
  throw new Error('a reading of the last day needs no average');
}
