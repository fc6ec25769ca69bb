import { fromKwh, toKwh, type WattHours, wattHours } from '../energy.ts';
import { subtractMoney, zeroMoney } from '../money.ts';
import type { Zone } from '../tariffs/tariff.ts';
import { comparePeriods } from '../time/billing-period.ts';
import { type ConsumptionToCharge, chargeConsumption } from './charge-consumption.ts';
import type { ChargeLine, ZoneConsumption } from './charge-line.ts';

/** Energy of a zone that estimates charged and an actual reading does not confirm. */
export interface Overestimate {
  readonly zone: Zone;
  /** Whole kWh, positive. */
  readonly energy: WattHours;
}

export interface Recalculation {
  /** Lines for the next bill, numbered from `firstLineNumber`; their sum is what the customer gets back (negative). */
  readonly lines: ChargeLine[];
  /** What each month should have been: its consumption less what was taken back. */
  readonly months: ConsumptionToCharge[];
  /** What the estimated months given can't account for, for an operator to look at. */
  readonly unexplained: Overestimate[];
}

/**
 * Takes an overestimate back from the estimated consumption of the months charged, the latest first, at the prices of
 * those months: each such month is charged anew with what is left, and the lines are the differences. So earlier bills
 * and the recalculation together are exactly what the right consumption costs, in block tariffs too. Actual consumption is
 * never touched. Source: product.md 7, facts 2.2.
 * @throws RangeError as `chargeConsumption`.
 */
export function recalculateOverestimate(
  overestimates: readonly Overestimate[],
  months: readonly ConsumptionToCharge[],
  firstLineNumber = 1,
): Recalculation {
  const left = new Map<Zone, number>();
  for (const { zone, energy } of overestimates) left.set(zone, (left.get(zone) ?? 0) + wholeKwhOf(energy));
  const lines: ChargeLine[] = [];
  const corrected: ConsumptionToCharge[] = [];
  for (const month of months.toSorted((a, b) => comparePeriods(b.period, a.period))) {
    const consumptions = month.consumptions.map((consumption) => takeBack(consumption, left));
    if (consumptions.every((consumption, index) => consumption === month.consumptions[index])) continue;
    const correctedMonth = { ...month, consumptions };
    corrected.push(correctedMonth);
    for (const line of differences(chargeConsumption(month), chargeConsumption(correctedMonth))) {
      lines.push({ ...line, lineNumber: firstLineNumber + lines.length });
    }
  }
  const unexplained = Array.from(left, ([zone, kwh]) => ({ zone, energy: fromKwh(kwh) }));
  return { lines, months: corrected, unexplained: unexplained.filter(({ energy }) => energy > 0) };
}

function takeBack(consumption: ZoneConsumption, left: Map<Zone, number>): ZoneConsumption {
  const owed = left.get(consumption.zone) ?? 0;
  const kwh = toKwh(consumption.energy);
  const taken = Math.min(owed, kwh);
  if (!consumption.isEstimated || taken === 0) return consumption;
  left.set(consumption.zone, owed - taken);
  return { ...consumption, energy: fromKwh(kwh - taken) };
}

/** Lines that lead from what was charged to what should have been; lines of no change left out. */
function differences(charged: readonly ChargeLine[], right: readonly ChargeLine[]): ChargeLine[] {
  const rightByKey = new Map(right.map((line) => [keyOf(line), line]));
  const chargedKeys = new Set(charged.map(keyOf));
  const changed = charged.map((line) => difference(line, rightByKey.get(keyOf(line))));
  const added = right.filter((line) => !chargedKeys.has(keyOf(line)));
  return [...changed, ...added.map((line): ChargeLine => ({ ...line, kind: 'recalculation' }))].filter(
    (line) => line.energy !== 0,
  );
}

function difference(charged: ChargeLine, right: ChargeLine | undefined): ChargeLine {
  const energy = wattHours((right?.energy ?? 0) - charged.energy);
  const amount = subtractMoney(right?.amount ?? zeroMoney, charged.amount);
  return { ...charged, kind: 'recalculation', energy, amount };
}

function keyOf(line: ChargeLine): string {
  return `${line.from} ${line.zone} ${line.blockIndex}`;
}

function wholeKwhOf(energy: WattHours): number {
  if (energy < 0 || energy % 1000 !== 0)
    throw new RangeError(`Not an overestimate in whole kWh: ${energy} Wh`);
  return toKwh(energy);
}
