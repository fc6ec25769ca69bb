import { apportion } from '#domain/apportion.ts';
import { fromKwh } from '#domain/energy.ts';
import { addMoney, type Kopiykas, kopiykas, subtractMoney, zeroMoney } from '#domain/money.ts';
import { versionOn } from '#domain/tariffs/select-versions.ts';
import { type TariffVersion, type Zone, type ZoneScheme, zonesOf } from '#domain/tariffs/tariff.ts';
import { firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import { addDays } from '#domain/time/local-date.ts';
import { type BillFacts, kwhOf, leftFromBefore, type MeasuredZone } from './bill-facts.ts';
import { chargeConsumption } from './charge-consumption.ts';
import { totalOf } from './charge-line.ts';

/** Cost of a consumption in the month of a bill. */
type CostOf = (consumptions: readonly MeasuredZone[]) => Kopiykas;

/**
 * Prices a consumption by the tariff version and season of the last day of the bill's month, for all its days.
 * Without a version for that day: at the average price of the bill, truncated.
 */
function costUnderOneVersion(bill: BillFacts, versions: readonly TariffVersion[]): CostOf {
  const found = versionOn(versions, addDays(firstDayAfter(bill.period), -1));
  if (found === undefined) return costAtAverage(bill);
  const { validTo: _, ...rest } = found;
  const version: TariffVersion = { ...rest, validFrom: firstDay(bill.period) };
  return (consumptions) => {
    const energies = consumptions.map(({ scheme, zone, kwh }) => ({
      scheme,
      zone,
      energy: fromKwh(kwh),
      isEstimated: false,
    }));
    return totalOf(chargeConsumption({ period: bill.period, consumptions: energies, versions: [version] }));
  };
}

function costAtAverage({ charged, consumptions }: BillFacts): CostOf {
  const whole = BigInt(kwhOf(consumptions));
  if (whole === 0n) return () => zeroMoney;
  return (ofOthers) => kopiykas((charged * BigInt(kwhOf(ofOthers))) / whole);
}

/** Why one bill differs from another. `sum`: what the part adds (+) or takes away (−). */
export type DifferencePart =
  /** More or fewer days; `kwh`: their kWh at the daily consumption of the other bill. */
  | { readonly kind: 'days'; readonly sum: Kopiykas; readonly kwh: number }
  /** Change of daily consumption in a zone; `kwh`: by how much, without the effect of days. */
  | { readonly kind: 'kwh'; readonly zone: Zone; readonly sum: Kopiykas; readonly kwh: number }
  /** Prices, season, coefficients. */
  | { readonly kind: 'tariff'; readonly sum: Kopiykas }
  | { readonly kind: 'recalculation'; readonly sum: Kopiykas }
  | { readonly kind: 'benefit'; readonly sum: Kopiykas }
  /** Opening balance less payments. */
  | { readonly kind: 'debt'; readonly sum: Kopiykas };

const schemes: readonly ZoneScheme[] = ['single', 'two', 'three'];

/**
 * Splits the difference of two closing balances into parts that add up to it exactly, in this order: days,
 * consumption by zone, tariff, recalculation, benefit, debt. Days and consumption are priced as of the last day of
 * the base bill's month, one step after another, so that each step is the effect of one change; the tariff is the
 * rest of the energy. Every zone of either bill has a part, also when zero.
 */
export function explainDifference(
  base: BillFacts,
  bill: BillFacts,
  versions: readonly TariffVersion[],
): DifferencePart[] {
  const costOf = costUnderOneVersion(base, versions);
  const scaled = forDays(base.consumptions, base.days, bill.days);
  const atBase = costOf(base.consumptions);
  const atScaled = costOf(scaled);
  const parts: DifferencePart[] = [
    { kind: 'days', sum: subtractMoney(atScaled, atBase), kwh: kwhOf(scaled) - kwhOf(base.consumptions) },
  ];
  let consumptions = scaled;
  let cost = atScaled;
  for (const zone of zonesOfBills(bill, base)) {
    const replaced = [
      ...consumptions.filter((one) => one.zone !== zone),
      ...bill.consumptions.filter((one) => one.zone === zone),
    ];
    const next = costOf(replaced);
    parts.push({
      kind: 'kwh',
      zone,
      sum: subtractMoney(next, cost),
      kwh: kwhOf(replaced) - kwhOf(consumptions),
    });
    consumptions = replaced;
    cost = next;
  }
  return [
    ...parts,
    {
      kind: 'tariff',
      sum: addMoney(subtractMoney(bill.charged, cost), subtractMoney(atBase, base.charged)),
    },
    { kind: 'recalculation', sum: subtractMoney(bill.recalculated, base.recalculated) },
    { kind: 'benefit', sum: subtractMoney(bill.benefit, base.benefit) },
    { kind: 'debt', sum: subtractMoney(leftFromBefore(bill), leftFromBefore(base)) },
  ];
}

/** The same daily consumption over another number of days: whole kWh, shared by the largest remainder. */
function forDays(
  consumptions: readonly MeasuredZone[],
  days: number,
  otherDays: number,
): readonly MeasuredZone[] {
  const whole = kwhOf(consumptions);
  if (days === 0) return consumptions;
  const total = Math.floor((2 * whole * otherDays + days) / (2 * days));
  const shares = apportion(
    total,
    consumptions.map(({ kwh }) => kwh),
  );
  return consumptions.map((one, index) => ({ ...one, kwh: shares[index] ?? 0 }));
}

/** Zones in the order of the newer bill's scheme, then those only in the older one. */
function zonesOfBills(bill: BillFacts, base: BillFacts): readonly Zone[] {
  return [...new Set([bill, base].flatMap(({ consumptions }) => inOrder(consumptions)))];
}

function inOrder(consumptions: readonly MeasuredZone[]): readonly Zone[] {
  return schemes
    .flatMap((scheme) => zonesOf[scheme].map((zone) => ({ scheme, zone })))
    .filter((one) => consumptions.some(({ scheme, zone }) => scheme === one.scheme && zone === one.zone))
    .map(({ zone }) => zone);
}
