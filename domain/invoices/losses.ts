import type { MonthHours } from '../time/kyiv.ts';
import { divideRounded } from './rounding.ts';

/** Passport data of a transformer between the boundary of the network and the meter. */
export interface TransformerData {
  readonly ratedKva: number;
  /** Power lost without load. */
  readonly noLoadKw: number;
  /** Power lost at the rated load (short-circuit test). */
  readonly loadKw: number;
  /** Form factor of the load curve, such as 1.15. */
  readonly formFactor: number;
}

/** Data of a line between the boundary of the network and the meter. */
export interface LineData {
  readonly resistanceOhm: number;
  readonly voltageKv: number;
  /** Form factor of the load curve, such as 1.15. */
  readonly formFactor: number;
}

/** How the losses of a point are determined, by its contract. */
export type LossRule =
  | { readonly mode: 'none' }
  /** In thousandths of a percent of the metered energy. */
  | { readonly mode: 'percent'; readonly thousandths: number }
  /** The same each month; of a part of it the part of its hours. */
  | { readonly mode: 'fixed'; readonly kwh: number }
  | { readonly mode: 'formula'; readonly transformer?: TransformerData; readonly line?: LineData };

/** Energy through the meter in a period of so many hours. */
export interface EnergyFlow {
  readonly activeKwh: number;
  readonly reactiveKvarh: number;
  readonly hours: number;
}

/** A hundred percent in thousandths of a percent. */
const wholeThousandths = 100_000;

/**
 * Losses of a transformer in whole kWh, half-up from the exact value: `P0·T + Pk·β²·k²·T` where `β = √(WP² + WQ²) / (T·S)`; none
 * in a period without hours. Source: facts of entities 1.3.
 */
export function transformerLossKwh(transformer: TransformerData, flow: EnergyFlow): number {
  if (flow.hours === 0) return 0;
  const hours = BigInt(flow.hours);
  const rated = toMillionths(transformer.ratedKva) ** 2n * hours;
  const idle = toMillionths(transformer.noLoadKw) * hours * rated;
  const load =
    toMillionths(transformer.loadKw) * apparentSquared(flow) * toMillionths(transformer.formFactor) ** 2n;
  return Number(divideRounded(idle + load, rated * MILLION, 'halfUp'));
}

/**
 * Losses of a line in whole kWh, half-up from the exact value: `(WP² + WQ²)·k²·R / (U²·T·1000)`; none in a period without hours.
 * Source: facts of entities 1.3.
 */
export function lineLossKwh(line: LineData, flow: EnergyFlow): number {
  if (flow.hours === 0) return 0;
  const wattsPerKilowatt = 1000n;
  const lost = apparentSquared(flow) * toMillionths(line.formFactor) ** 2n * toMillionths(line.resistanceOhm);
  const per = toMillionths(line.voltageKv) ** 2n * BigInt(flow.hours) * wattsPerKilowatt;
  return Number(divideRounded(lost, per * MILLION, 'halfUp'));
}

/** Energy through the meter in hours of a month. */
export interface MonthFlow extends Omit<EnergyFlow, 'hours'> {
  readonly hours: MonthHours;
}

/**
 * Losses of a point by its rule, in whole kWh; transformer and line are rounded apart, as documents print them. Parts of a month
 * that leave no hour out have the fixed kWh of the month in all.
 */
export function lossKwh(rule: LossRule, { hours, ...energy }: MonthFlow): number {
  const flow = { ...energy, hours: hours.to - hours.from };
  switch (rule.mode) {
    case 'none':
      return 0;
    case 'percent':
      return Math.floor(
        (2 * energy.activeKwh * rule.thousandths + wholeThousandths) / (2 * wholeThousandths),
      );
    case 'fixed':
      return fixedUntil(rule.kwh, hours.to, hours) - fixedUntil(rule.kwh, hours.from, hours);
    case 'formula': {
      const { transformer, line } = rule;
      const ofTransformer = transformer === undefined ? 0 : transformerLossKwh(transformer, flow);
      return ofTransformer + (line === undefined ? 0 : lineLossKwh(line, flow));
    }
  }
}

/** Of fixed kWh of a month those up to an hour of it. */
function fixedUntil(kwh: number, hour: number, { ofMonth }: MonthHours): number {
  return Number(divideRounded(BigInt(kwh) * BigInt(hour), BigInt(ofMonth), 'halfUp'));
}

const MILLION = 1_000_000n;

/** Passport data have at most six decimals. */
function toMillionths(value: number): bigint {
  return BigInt(Math.round(value * Number(MILLION)));
}

function apparentSquared({ activeKwh, reactiveKvarh }: EnergyFlow): bigint {
  return BigInt(activeKwh) ** 2n + BigInt(reactiveKvarh) ** 2n;
}
