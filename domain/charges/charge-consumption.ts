import { apportion } from '../apportion.ts';
import { fromKwh, toKwh } from '../energy.ts';
import { type Coefficient, fullCoefficient, lineAmount } from '../price.ts';
import { selectVersions, type TariffPart } from '../tariffs/select-versions.ts';
import { type TariffVersion, type Zone, type ZoneScheme, zonesOf } from '../tariffs/tariff.ts';
import type { BillingPeriod } from '../time/billing-period.ts';
import { addDays, type DayRange, daysInCommon, earlierOf, laterOf } from '../time/local-date.ts';
import type { ChargeLine, ZoneConsumption } from './charge-line.ts';

export interface ConsumptionToCharge {
  readonly period: BillingPeriod;
  readonly consumptions: readonly ZoneConsumption[];
  /** The versions of the account's tariff, in any order. */
  readonly versions: readonly TariffVersion[];
  /** The days of the period in which the account was open; absent: all. */
  readonly days?: DayRange | undefined;
}

/** Whole kWh of a zone in each part of the period. */
interface ZoneTotal {
  readonly scheme: ZoneScheme;
  readonly zone: Zone;
  readonly kwhOfParts: readonly number[];
  /** Of its registers, what counted nothing too: each has its days, some of a month with a replacement or other zones. */
  readonly consumptions: readonly ZoneConsumption[];
  readonly isEstimated: boolean;
}

/**
 * The energy lines of a period, by tariff part, then zone, then tariff step. All registers of the account share the
 * steps, including meters of another zone scheme: a limit is granted once. kWh are whole and none is lost: they are
 * shared between days, and a step between zones, by the largest remainder; consumption counted on days of one part
 * belongs to that part. A zone without consumption has no line; a line has the days of its part on which registers of the
 * zone counted. Source: product.md 7, facts 1.3.
 * @throws RangeError when the consumption is not whole kWh or negative, its zone is not of the scheme, or a day has
 * no tariff.
 */
export function chargeConsumption(input: ConsumptionToCharge): ChargeLine[] {
  const { consumptions, versions, period, days } = input;
  consumptions.forEach(check);
  const lines: ChargeLine[] = [];
  if (consumptions.every(({ energy }) => energy === 0)) return lines;
  const parts = selectVersions(versions, period, days);
  if (parts.length === 0) throw new RangeError(`Nothing of ${period} is charged`);
  const totals = zoneTotals(consumptions, parts);
  parts.forEach((part, index) => {
    addPart(
      lines,
      part,
      totals,
      totals.map(({ kwhOfParts }) => kwhOfParts[index] ?? 0),
    );
  });
  return lines;
}

function check({ scheme, zone, energy }: ZoneConsumption): void {
  const zones: readonly Zone[] = zonesOf[scheme];
  if (!zones.includes(zone)) throw new RangeError(`The scheme "${scheme}" has no zone "${zone}"`);
  if (energy < 0 || energy % 1000 !== 0) throw new RangeError(`Not a consumption in whole kWh: ${energy} Wh`);
}

/** Consumption by scheme and zone: schemes in input order, zones in the order of their scheme. */
function zoneTotals(consumptions: readonly ZoneConsumption[], parts: readonly TariffPart[]): ZoneTotal[] {
  const totals: ZoneTotal[] = [];
  for (const scheme of new Set(consumptions.map((one) => one.scheme))) {
    for (const zone of zonesOf[scheme]) {
      const own = consumptions.filter((one) => one.zone === zone && one.scheme === scheme);
      const counted = own.filter(({ energy }) => energy > 0);
      if (counted.length === 0) continue;
      const isEstimated = counted.some((one) => one.isEstimated);
      totals.push({ scheme, zone, kwhOfParts: shareParts(counted, parts), consumptions: own, isEstimated });
    }
  }
  return totals;
}

/** From the first day of the part on which any of them was counted to the last; what was found on other days has the whole part. */
function lineDays({ from, to }: TariffPart, consumptions: readonly ZoneConsumption[]): DayRange {
  const part = { from, to: addDays(to, 1) };
  const within = consumptions.flatMap(({ days = part }) => (daysInCommon(days, part) > 0 ? [days] : []));
  const first = within.map((days) => laterOf(from, days.from)).sort()[0];
  const after = within
    .map((days) => earlierOf(part.to, days.to))
    .sort()
    .at(-1);
  return { from: first ?? from, to: after === undefined ? to : addDays(after, -1) };
}

/** kWh of a zone by part: consumption of the same days is shared together. */
function shareParts(consumptions: readonly ZoneConsumption[], parts: readonly TariffPart[]): number[] {
  if (parts.length === 1) return [kwhOf(consumptions)];
  const ofDays = Map.groupBy(consumptions, ({ days }) => `${days?.from} ${days?.to}`);
  const shares = [...ofDays.values()].map((own) => apportion(kwhOf(own), partDays(own[0]?.days, parts)));
  return parts.map((_, index) => shares.reduce((sum, ofParts) => sum + (ofParts[index] ?? 0), 0));
}

function kwhOf(consumptions: readonly ZoneConsumption[]): number {
  return consumptions.reduce((sum, { energy }) => sum + toKwh(energy), 0);
}

/** Days in each part; consumption without days belongs to the part in which it was found, or the next. */
function partDays(days: DayRange | undefined, parts: readonly TariffPart[]): number[] {
  if (days === undefined) return parts.map((part) => part.days);
  const common = parts.map(({ from, to }) => daysInCommon(days, { from, to: addDays(to, 1) }));
  if (common.some((count) => count > 0)) return common;
  const found = parts.findIndex(({ to }) => days.from <= to);
  return parts.map((_, index) => (index === (found === -1 ? parts.length - 1 : found) ? 1 : 0));
}

function addPart(
  lines: ChargeLine[],
  part: TariffPart,
  totals: readonly ZoneTotal[],
  kwh: readonly number[],
): void {
  const kwhOfBlocks = shareBlocks(part, kwh);
  totals.forEach(({ scheme, zone, consumptions, isEstimated }, zoneIndex) => {
    const coefficient: Coefficient = part.version.coefficients[scheme]?.[zone] ?? fullCoefficient;
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
        ...lineDays(part, consumptions),
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
    // Limits shared by days in whole kWh may be one below the step before.
    const ofBlock = Math.max(Math.min(upToKwh ?? total, total) - charged, 0);
    charged += ofBlock;
    const shares = apportion(ofBlock, rest);
    rest = rest.map((left, index) => left - (shares[index] ?? 0));
    return shares;
  });
}
