import { apportion } from '../apportion.ts';
import { fromKwh, toKwh } from '../energy.ts';
import { fullCoefficient, lineAmount } from '../price.ts';
import { selectVersions, type TariffPart } from '../tariffs/select-versions.ts';
import { type TariffVersion, type Zone, type ZoneScheme, zonesOf } from '../tariffs/tariff.ts';
import type { BillingPeriod } from '../time/billing-period.ts';
import type { ChargeLine, ZoneConsumption } from './charge-line.ts';

export interface ConsumptionToCharge {
  readonly period: BillingPeriod;
  readonly consumptions: readonly ZoneConsumption[];
  readonly scheme: ZoneScheme;
  /** The versions of the account's tariff, in any order. */
  readonly versions: readonly TariffVersion[];
}

interface ZoneTotal {
  readonly zone: Zone;
  readonly kwh: number;
  readonly isEstimated: boolean;
}

/**
 * The energy lines of a period: by part of the period with its own tariff, then by zone, then by step of the tariff.
 * kWh stay whole and none is lost: days share them, and zones share a step, by the largest remainder. A zone without
 * consumption has no line. Source: product.md 7, facts 1.3.
 * @throws RangeError when the consumption is not whole kWh or negative, its zone is not of the scheme, or a day has no
 * tariff.
 */
export function chargeConsumption(input: ConsumptionToCharge): ChargeLine[] {
  const totals = zoneTotals(input);
  const lines: ChargeLine[] = [];
  if (totals.length === 0) return lines;
  const parts = selectVersions(input.versions, input.period);
  const days = parts.map((part) => part.days);
  const kwhByZone = totals.map((total) => (parts.length === 1 ? [total.kwh] : apportion(total.kwh, days)));
  parts.forEach((part, index) => {
    const kwh = kwhByZone.map((ofParts) => ofParts[index] ?? 0);
    addPart(lines, part, input.scheme, totals, kwh);
  });
  return lines;
}

/** Consumption by zone in the order of the scheme; zones without any left out. */
function zoneTotals({ consumptions, scheme }: ConsumptionToCharge): ZoneTotal[] {
  const zones: readonly Zone[] = zonesOf[scheme];
  for (const { zone, energy } of consumptions) {
    if (!zones.includes(zone)) throw new RangeError(`The scheme "${scheme}" has no zone "${zone}"`);
    if (energy < 0 || energy % 1000 !== 0)
      throw new RangeError(`Not a consumption in whole kWh: ${energy} Wh`);
  }
  const totals: ZoneTotal[] = [];
  for (const zone of zones) {
    let kwh = 0;
    let isEstimated = false;
    for (const consumption of consumptions) {
      if (consumption.zone !== zone) continue;
      kwh += toKwh(consumption.energy);
      isEstimated ||= consumption.isEstimated;
    }
    if (kwh > 0) totals.push({ zone, kwh, isEstimated });
  }
  return totals;
}

function addPart(
  lines: ChargeLine[],
  part: TariffPart,
  scheme: ZoneScheme,
  totals: readonly ZoneTotal[],
  kwh: readonly number[],
): void {
  const kwhOfBlocks = shareBlocks(part, kwh);
  const coefficients = part.version.coefficients[scheme];
  totals.forEach(({ zone, isEstimated }, zoneIndex) => {
    const coefficient = coefficients?.[zone] ?? fullCoefficient;
    part.blocks.forEach(({ price }, blockIndex) => {
      const kwhOfLine = kwhOfBlocks[blockIndex]?.[zoneIndex] ?? 0;
      if (kwhOfLine === 0) return;
      const energy = fromKwh(kwhOfLine);
      lines.push({
        lineNumber: lines.length + 1,
        kind: 'energy',
        zone,
        blockIndex,
        energy,
        price,
        coefficient,
        amount: lineAmount(energy, price, coefficient),
        from: part.from,
        to: part.to,
        tariffValidFrom: part.version.validFrom,
        isEstimated,
      });
    });
  });
}

/** kWh by step and, inside it, by zone. */
function shareBlocks(part: TariffPart, kwh: readonly number[]): readonly (readonly number[])[] {
  if (part.blocks.length === 1) return [kwh];
  const total = kwh.reduce((sum, ofZone) => sum + ofZone, 0);
  if (part.isWholeVolume) {
    const reached = part.blocks.findIndex(({ upToKwh }) => upToKwh === undefined || total <= upToKwh);
    return part.blocks.map((_, index) => (index === reached ? kwh : []));
  }
  let rest = [...kwh];
  let charged = 0;
  return part.blocks.map(({ upToKwh }) => {
    // Limits that days share in whole kWh may stand one below the step before.
    const ofBlock = Math.max(Math.min(upToKwh ?? total, total) - charged, 0);
    charged += ofBlock;
    const shares = apportion(ofBlock, rest);
    rest = rest.map((left, index) => left - (shares[index] ?? 0));
    return shares;
  });
}
