import { addMoney, type Kopiykas } from '../money.ts';
import type { Price } from '../price.ts';
import type { RoundingMode } from './contract-terms.ts';
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

/** A point's energy of a period, with the prices that apply. */
export interface ReactiveInput {
  readonly activeKwh: number;
  readonly importKvarh: number;
  readonly exportKvarh: number;
  /** D, the economic equivalent of reactive power set by the operator: millionths of a kWh per kvarh. */
  readonly equivalent: number;
  /** T: net price of active energy. */
  readonly price: Price;
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

/**
 * The charge for reactive energy, owed to the network operator: `P1 = (WQ+ + K·WQ−)·D·T` and `P2 = P1·C·(Kφ − 1)`,
 * each rounded once from the exact value, P2 by the unrounded P1 and tgφ. Source: facts of entities 1.4.
 * @throws RangeError when energy or a rate is not a whole number.
 */
export function chargeReactive(
  input: ReactiveInput,
  rates: ReactiveRates,
  rounding: RoundingMode,
): ReactiveCharge {
  const kvarh =
    BigInt(input.importKvarh) * RATE_UNITS + BigInt(input.exportKvarh) * BigInt(rates.generationFactor);
  const exact = kvarh * BigInt(input.equivalent) * input.price;
  const p1 = divideRounded(exact, P1_UNITS_IN_KOPIYKA, rounding) as Kopiykas;
  const surcharge = surchargeOf(input, rates);
  const p2 = divideRounded(
    exact * BigInt(rates.surchargeFactor) * surcharge.numerator,
    P1_UNITS_IN_KOPIYKA * RATE_UNITS * surcharge.denominator,
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
