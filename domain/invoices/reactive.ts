import { addMoney, type Kopiykas } from '../money.ts';
import type { Price } from '../price.ts';
import type { RoundingMode } from './contract-terms.ts';
import type { VatBase } from './price-formula.ts';
import { divideRounded } from './rounding.ts';

/**
 * The configured numbers of the formulas, all in ten-thousandths: 30000 is 3. Order 87 as it is applied: K = 3, C = 1, tgφ 0.25, Kφ at
 * most 4.0625 (tgφ 2.00). Source: facts of entities 1.4.
 */
export interface ReactiveRates {
  /** K: how much more generated energy costs than consumed. */
  readonly generationFactor: number;
  /** C: factor of the surcharge. */
  readonly surchargeFactor: number;
  /** tgφ up to which there is no surcharge. */
  readonly tgLimit: number;
  /** The largest Kφ. */
  readonly cap: number;
}

/** From where on a site is charged: households never are. Source: facts of entities 1.4 (5,000 kWh a month on one site). */
export interface ReactiveThreshold {
  /** Active energy of the site in the month. */
  readonly minKwh: number;
  /** Contracted power of the site; 0: not asked. */
  readonly minKilowatts: number;
}

export interface ReactiveRules extends ReactiveRates, ReactiveThreshold {}

/** A point in a month with its site. */
export interface SitePoint {
  readonly eicCode: string;
  readonly site: string;
  /** The point that it is fed through; undefined: none. */
  readonly feeder: string | undefined;
  readonly activeKwh: number;
  readonly contractedPowerWatts: number;
}

type SiteUsage = Pick<SitePoint, 'activeKwh' | 'contractedPowerWatts'>;

/** Energy and power by site; a point that is fed through another one of the site is measured there and not added again. */
export function usageOfSites(points: readonly SitePoint[]): ReadonlyMap<string, SiteUsage> {
  const siteOf = new Map(points.map(({ eicCode, site }) => [eicCode, site]));
  const usages = new Map<string, SiteUsage>();
  for (const { site, feeder, activeKwh, contractedPowerWatts } of points) {
    if (feeder !== undefined && siteOf.get(feeder) === site) continue;
    const usage = usages.get(site) ?? { activeKwh: 0, contractedPowerWatts: 0 };
    usages.set(site, {
      activeKwh: usage.activeKwh + activeKwh,
      contractedPowerWatts: usage.contractedPowerWatts + contractedPowerWatts,
    });
  }
  return usages;
}

/** Whether a site with this active energy and contracted power is charged for reactive energy. */
export function isReactiveCharged(site: SiteUsage, { minKwh, minKilowatts }: ReactiveThreshold): boolean {
  return site.activeKwh >= minKwh && site.contractedPowerWatts >= minKilowatts * 1000;
}

/** A point's energy of a period, with the prices that apply. */
export interface ReactiveInput {
  readonly activeKwh: number;
  readonly importKvarh: number;
  readonly exportKvarh: number;
  /** D, the economic equivalent of reactive power set by the operator: millionths of a kWh per kvarh. */
  readonly equivalent: number;
  /** T as the contract states it; a price with VAT counts without it. */
  readonly price: Price;
  readonly priceBase: VatBase;
}

export interface ReactiveCharge {
  /** For display only; null when no active energy was consumed. */
  readonly tgPhi: number | null;
  /** Charge for the flows. */
  readonly p1: Kopiykas;
  /** Surcharge for insufficient compensation. */
  readonly p2: Kopiykas;
  readonly net: Kopiykas;
}

const RATE_UNITS = 10_000n;

/** Rate units × millionths of a kWh × millionths of a hryvnia per kopiyka. */
const P1_UNITS_IN_KOPIYKA = RATE_UNITS * 10_000_000_000n;

/** A gross price without its 20 % of VAT, as a fraction. */
const netParts = { net: { numerator: 1n, denominator: 1n }, gross: { numerator: 5n, denominator: 6n } };

/**
 * The charge for reactive energy, owed to the network operator: `P1 = (WQ+ + K·WQ−)·D·T` and `P2 = P1·C·(Kφ − 1)`,
 * each rounded once from the exact value, P2 by the unrounded P1 and tgφ, a gross T by its exact net part. Source: facts of entities 1.4.
 * @throws RangeError when energy or a rate is not a whole number.
 */
export function chargeReactive(
  input: ReactiveInput,
  rates: ReactiveRates,
  rounding: RoundingMode,
): ReactiveCharge {
  const kvarh =
    BigInt(input.importKvarh) * RATE_UNITS + BigInt(input.exportKvarh) * BigInt(rates.generationFactor);
  const net = netParts[input.priceBase];
  const exact = kvarh * BigInt(input.equivalent) * input.price * net.numerator;
  const unitsInKopiyka = P1_UNITS_IN_KOPIYKA * net.denominator;
  const p1 = divideRounded(exact, unitsInKopiyka, rounding) as Kopiykas;
  const surcharge = surchargeOf(input, rates);
  const p2 = divideRounded(
    exact * BigInt(rates.surchargeFactor) * surcharge.numerator,
    unitsInKopiyka * RATE_UNITS * surcharge.denominator,
    rounding,
  ) as Kopiykas;
  const tgPhi = input.activeKwh === 0 ? null : input.importKvarh / input.activeKwh;
  return { tgPhi, p1, p2, net: addMoney(p1, p2) };
}

/** Kφ − 1 as a fraction: `(tgφ − limit)²` above the limit, up to the cap; consumption without active energy is at it. */
function surchargeOf(
  input: ReactiveInput,
  { tgLimit, cap }: ReactiveRates,
): { numerator: bigint; denominator: bigint } {
  const excess = BigInt(input.importKvarh) * RATE_UNITS - BigInt(input.activeKwh) * BigInt(tgLimit);
  if (excess <= 0n) return { numerator: 0n, denominator: 1n };
  const largest = BigInt(cap) - RATE_UNITS;
  const squared = { numerator: excess ** 2n, denominator: (BigInt(input.activeKwh) * RATE_UNITS) ** 2n };
  const isCapped = squared.numerator * RATE_UNITS > squared.denominator * largest;
  return isCapped ? { numerator: largest, denominator: RATE_UNITS } : squared;
}
