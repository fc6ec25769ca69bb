import type { ChargedPoint, InvoiceLine } from '#billing/modules/invoices/public.ts';
import { priceInBase } from '#domain/invoices/price-formula.ts';
import {
  chargeReactive,
  isReactiveCharged,
  type SitePoint,
  usageOfSites,
} from '#domain/invoices/reactive.ts';
import { subtractMoney, zeroMoney } from '#domain/money.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import { type EntityToCharge, pointIn, priceIn, subConsumersIn, termsIn } from './contract-month.ts';

/** The points of a month as they were charged or as they are known now. */
export interface MonthPoints {
  readonly period: BillingPeriod;
  readonly points: readonly ChargedPoint[];
  /** Contracted power of each point in W, by EIC. */
  readonly powerOf: ReadonlyMap<string, number>;
}

/** Lines of the reactive energy of the points that the operator set an equivalent for. */
export function reactiveLines(facts: EntityToCharge, month: MonthPoints): InvoiceLine[] {
  const lines = reactiveCharges(facts, month).flatMap(({ p1, p2, quantity, line }): InvoiceLine[] => [
    { ...line, kind: 'reactiveConsumed', quantity, amount: p1 },
    { ...line, kind: 'reactiveCompensation', quantity, amount: p2 },
  ]);
  return lines.filter(({ amount }) => amount !== zeroMoney);
}

/**
 * What the reactive energy of a month before is charged too little (+) or too much (−): its tgφ follows the active energy of the
 * point, and whether it is charged at all that of the whole site.
 */
export function reactiveAdjustments(
  facts: EntityToCharge,
  before: MonthPoints,
  now: MonthPoints,
): InvoiceLine[] {
  const chargedBefore = new Map(reactiveCharges(facts, before).map((one) => [one.line.eicCode, one]));
  const lines = reactiveCharges(facts, now).map(({ net, quantity, line }): InvoiceLine => {
    const charged = chargedBefore.get(line.eicCode);
    return {
      ...line,
      kind: 'adjustment',
      quantity: quantity - (charged?.quantity ?? 0),
      amount: subtractMoney(net, charged?.net ?? zeroMoney),
    };
  });
  return lines.filter(({ amount }) => amount !== zeroMoney);
}

/** The charge of each point with an equivalent by the terms, prices and rules of the month; 0 below the threshold of its site. */
function reactiveCharges(facts: EntityToCharge, month: MonthPoints) {
  const { contract, prices } = facts;
  const { period, points } = month;
  const rules = prices.reactiveRules(period);
  const { rounding } = termsIn(contract, period);
  const sites = usageOfSites(sitePoints(facts, month));
  return points.flatMap((point) => {
    const { eicCode, meteredKwh, reactiveImportKvarh, reactiveExportKvarh } = point;
    const { reactiveEquivalent: equivalent = null, site = '' } = pointIn(contract, period, eicCode) ?? {};
    const price = priceIn(facts, period, eicCode);
    if (equivalent === null || price === undefined) return [];
    const { energy, base: priceBase } = price;
    const line = {
      eicCode,
      component: 'reactive',
      forPeriod: period,
      price: priceInBase(energy.price, priceBase, 'net'),
      priceFrom: energy.priceFrom,
      source: energy.source,
      equivalent,
    } as const;
    const usage = sites.get(site);
    if (usage === undefined || !isReactiveCharged(usage, rules))
      return [{ line, quantity: 0, p1: zeroMoney, p2: zeroMoney, net: zeroMoney }];
    const charge = chargeReactive(
      {
        activeKwh: meteredKwh,
        importKvarh: reactiveImportKvarh,
        exportKvarh: reactiveExportKvarh,
        equivalent,
        price: energy.price,
        priceBase,
      },
      rules,
      rounding,
    );
    return [{ line, quantity: reactiveImportKvarh + reactiveExportKvarh, ...charge }];
  });
}

/** The points of a month with their sites and what feeds them. */
function sitePoints({ contract }: EntityToCharge, { period, points, powerOf }: MonthPoints): SitePoint[] {
  const feeders = new Map(
    subConsumersIn(contract, period).map(({ eicCode, mainEicCode }) => [eicCode, mainEicCode]),
  );
  return points.map(({ eicCode, meteredKwh }) => ({
    eicCode,
    site: pointIn(contract, period, eicCode)?.site ?? '',
    feeder: feeders.get(eicCode),
    activeKwh: meteredKwh,
    contractedPowerWatts: powerOf.get(eicCode) ?? 0,
  }));
}
