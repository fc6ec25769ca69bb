import { apportion } from '../apportion.ts';
import type { MonthHours } from '../time/kyiv.ts';
import { type LossRule, lossKwh } from './losses.ts';

export type { LossRule } from './losses.ts';

/** A point in a period, as measured. */
export interface PointInput {
  readonly eicCode: string;
  /** Whole kWh of its meters, those of sub-consumers behind it included. */
  readonly meteredKwh: number;
  readonly reactiveImportKvarh: number;
  readonly loss: LossRule;
  /** Points fed through this one; each is itself in the list. */
  readonly subConsumers: readonly { readonly eicCode: string }[];
  /** Hours of the month that the account had its contract. */
  readonly hours: MonthHours;
}

/** Whole kWh. Unless held, billed = metered + loss − sub − lossOfSubs. */
export interface PointQuantity {
  readonly eicCode: string;
  readonly meteredKwh: number;
  /** Of the whole point: by its own rule, and its share of the losses of the point that feeds it. */
  readonly lossKwh: number;
  /** The part of the losses that the sub-consumers carry, and their own. */
  readonly lossOfSubsKwh: number;
  /** Metered by the direct sub-consumers. */
  readonly subKwh: number;
  readonly billedKwh: number;
  /** The sub-consumers took more than the point measured: billed 0 until somebody reviewed it. */
  readonly isHeld: boolean;
}

/** A point with the energy that its feeding point passes on to it. */
interface Node {
  readonly point: PointInput;
  readonly ownLossKwh: number;
  /** Metered and its own losses. */
  readonly takenKwh: number;
}

/**
 * The energy to bill of each point, in the order given. Losses are shared with sub-consumers in proportion to
 * consumption, in whole kWh by the largest remainder; of equal ones the main consumer is served first, then the
 * lower EIC code, so the order of points changes nothing. Source: facts of entities 1.3.
 * @throws RangeError when a code comes twice, a sub-consumer is not in the list, has two feeding points or feeds
 * itself, or when energy is not a whole number from 0.
 */
export function pointQuantities(points: readonly PointInput[]): PointQuantity[] {
  const nodes = new Map<string, Node>();
  for (const point of points) {
    if (nodes.has(point.eicCode)) throw new RangeError(`The point ${point.eicCode} comes twice`);
    nodes.set(point.eicCode, toNode(point));
  }
  const quantities = new Map<string, PointQuantity>();
  for (const root of rootsOf(nodes)) addQuantities(root, 0, nodes, quantities);
  return points.map(({ eicCode }) => {
    const quantity = quantities.get(eicCode);
    // No root leads to a point of a cycle.
    if (quantity === undefined) throw new RangeError(`The point ${eicCode} feeds itself`);
    return quantity;
  });
}

function toNode(point: PointInput): Node {
  const { eicCode, meteredKwh, reactiveImportKvarh, hours } = point;
  const ownLossKwh = lossKwh(point.loss, {
    activeKwh: meteredKwh,
    reactiveKvarh: reactiveImportKvarh,
    hours,
  });
  for (const kwh of [meteredKwh, ownLossKwh]) {
    if (!Number.isSafeInteger(kwh) || kwh < 0) throw new RangeError(`Not energy of ${eicCode}: ${kwh} kWh`);
  }
  return { point, ownLossKwh, takenKwh: meteredKwh + ownLossKwh };
}

/** The points that no other one feeds. */
function rootsOf(nodes: ReadonlyMap<string, Node>): Node[] {
  const fed = new Set<string>();
  for (const { point } of nodes.values()) {
    for (const { eicCode } of point.subConsumers) {
      if (!nodes.has(eicCode)) throw new RangeError(`No such sub-consumer of ${point.eicCode}: ${eicCode}`);
      if (fed.has(eicCode)) throw new RangeError(`The sub-consumer ${eicCode} is fed twice`);
      fed.add(eicCode);
    }
  }
  return [...nodes.values()].filter(({ point }) => !fed.has(point.eicCode));
}

/** Adds the quantity of the point and of all behind it. */
function addQuantities(
  { point, ownLossKwh }: Node,
  sharedLossKwh: number,
  nodes: ReadonlyMap<string, Node>,
  quantities: Map<string, PointQuantity>,
): void {
  const subs = point.subConsumers
    .flatMap(({ eicCode }) => nodes.get(eicCode) ?? [])
    .sort((a, b) => (a.point.eicCode < b.point.eicCode ? -1 : 1));
  const loss = ownLossKwh + sharedLossKwh;
  const shares = shareLoss(loss, point.meteredKwh, subs);
  let subKwh = 0;
  let lossOfSubsKwh = 0;
  for (const [index, sub] of subs.entries()) {
    const share = shares[index] ?? 0;
    subKwh += sub.point.meteredKwh;
    lossOfSubsKwh += sub.ownLossKwh + share;
    addQuantities(sub, share, nodes, quantities);
  }
  const billed = point.meteredKwh + loss - subKwh - lossOfSubsKwh;
  quantities.set(point.eicCode, {
    eicCode: point.eicCode,
    meteredKwh: point.meteredKwh,
    lossKwh: loss,
    lossOfSubsKwh,
    subKwh,
    billedKwh: Math.max(billed, 0),
    isHeld: billed < 0,
  });
}

/** What each sub-consumer carries of the loss; the rest is the main consumer's, all of it when nobody consumed. */
function shareLoss(loss: number, meteredKwh: number, subs: readonly Node[]): number[] {
  const taken = subs.map(({ takenKwh }) => takenKwh);
  const own = Math.max(meteredKwh - taken.reduce((sum, kwh) => sum + kwh, 0), 0);
  const weights = [own, ...taken];
  if (weights.every((weight) => weight === 0)) return taken;
  return apportion(loss, weights).slice(1);
}
