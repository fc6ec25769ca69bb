import type { PointFixture } from '#billing/testing/make-contract.ts';

/** A point of a month as its dials counted it. */
export interface CountedPoint {
  readonly eicCode: string;
  readonly fixture: PointFixture;
  readonly meteredKwh: number;
  readonly reactiveKvarh: number;
}

/** The formulas of the facts of entities 1.3, with the numbers of `random-entities.ts`. */
function naiveLoss({ fixture, meteredKwh, reactiveKvarh }: CountedPoint, hours: number): number {
  const { lossKwh, lossPercent, lossFormula } = fixture;
  if (lossKwh !== undefined) return lossKwh;
  if (lossPercent !== undefined) return Math.round((meteredKwh * lossPercent) / 100_000);
  if (lossFormula === undefined) return 0;
  const flow = meteredKwh * meteredKwh + reactiveKvarh * reactiveKvarh;
  const ofTransformer = Math.round(0.74 * hours + (3.7 * 1.15 * 1.15 * flow) / (hours * 250 * 250));
  const ofLine = Math.round((flow * 1.15 * 1.15 * 0.35) / (100 * hours * 1000));
  return ofTransformer + ('line' in lossFormula ? ofLine : 0);
}

/** kWh to bill by EIC, written apart from `domain/invoices`: the points of one entity, sub-consumers one deep behind the first. */
export function naiveQuantities(points: readonly CountedPoint[], hours: number): Map<string, number> {
  const losses = new Map(points.map((point) => [point.eicCode, naiveLoss(point, hours)]));
  const lossOf = (point: CountedPoint) => losses.get(point.eicCode) ?? 0;
  const billed = new Map(points.map((point) => [point.eicCode, point.meteredKwh + lossOf(point)]));
  const [main] = points;
  const subs = points
    .filter(({ fixture }) => fixture.subOf === 0)
    .sort((a, b) => (a.eicCode < b.eicCode ? -1 : 1));
  if (main === undefined || subs.length === 0) return billed;
  const taken = subs.map((sub) => sub.meteredKwh + lossOf(sub));
  const own = Math.max(0, main.meteredKwh - taken.reduce((sum, kwh) => sum + kwh, 0));
  const shares = naiveShares(lossOf(main), [own, ...taken]);
  let ofMain = main.meteredKwh + lossOf(main);
  for (const [index, sub] of subs.entries()) {
    const whole = (taken[index] ?? 0) + (shares[index + 1] ?? 0);
    billed.set(sub.eicCode, whole);
    ofMain -= whole;
  }
  return billed.set(main.eicCode, Math.max(0, ofMain));
}

/** Whole kWh by weight; what is left goes one by one to where most was cut off, the earlier first. */
function naiveShares(kwh: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum === 0) return weights.map(() => 0);
  const shares = weights.map((weight) => Math.floor((kwh * weight) / sum));
  const order = [...weights.keys()].sort(
    (a, b) => ((kwh * (weights[b] ?? 0)) % sum) - ((kwh * (weights[a] ?? 0)) % sum) || a - b,
  );
  let rest = kwh - shares.reduce((total, share) => total + share, 0);
  for (const index of order) {
    if (rest === 0) break;
    shares[index] = (shares[index] ?? 0) + 1;
    rest -= 1;
  }
  return shares;
}
