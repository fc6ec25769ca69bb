import { composeInvoiceTotals } from '#domain/invoices/invoice.ts';
import { type PriceComponent, priceOfPoint } from '#domain/invoices/price-formula.ts';
import type { Kopiykas } from '#domain/money.ts';
import type { Price } from '#domain/price.ts';
import { type BillingPeriod, firstDayAfter } from '#domain/time/billing-period.ts';
import { addDays } from '#domain/time/local-date.ts';
import { type ContractFacts, versionOn } from './contract-facts.ts';

/** The whole price of a kWh at a point. */
export interface PointPrices {
  readonly net: Price;
  readonly gross: Price;
}

/**
 * The prices of the points of a contract in a month, by EIC, for what a reading is expected to cost; a point whose price lacks a
 * part is absent. The other price of a contract's base is rounded half-up to a millionth of a hryvnia.
 */
export function pricesOfPoints(
  { versions, points }: ContractFacts,
  components: readonly PriceComponent[],
  period: BillingPeriod,
): ReadonlyMap<string, PointPrices> {
  const day = addDays(firstDayAfter(period), -1);
  const terms = versionOn(versions, day)?.terms;
  const byClass = new Map<number, PointPrices | undefined>();
  const prices = new Map<string, PointPrices>();
  if (terms === undefined) return prices;
  for (const [eicCode, ofPoint] of points) {
    const voltageClass = versionOn(ofPoint, day)?.voltageClass;
    if (voltageClass === undefined) continue;
    if (!byClass.has(voltageClass)) {
      const price = priceOfPoint({ ...terms, isOnePrice: true }, components, period, voltageClass);
      byClass.set(voltageClass, price.kind === 'priced' ? bothPrices(price) : undefined);
    }
    const known = byClass.get(voltageClass);
    if (known !== undefined) prices.set(eicCode, known);
  }
  return prices;
}

/** The whole price without VAT and with it; the one that is not the contract's base is rounded. */
export function bothPrices({
  components,
  base,
}: Extract<ReturnType<typeof priceOfPoint>, { kind: 'priced' }>): PointPrices {
  const sum = components.reduce((total, { price }) => total + price, 0n);
  const { net, gross } = composeInvoiceTotals([sum as Kopiykas], base);
  return { net: net as bigint as Price, gross: gross as bigint as Price };
}
