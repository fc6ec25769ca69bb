import { addMoney, type Kopiykas, zeroMoney } from '../money.ts';
import { lineName } from './component-names.template.ts';

/** What is charged at a point for a part of the price. */
export interface PointLine {
  readonly kind: Parameters<typeof lineName>[0];
  readonly component: Parameters<typeof lineName>[1];
  readonly eic: string;
  readonly forPeriod: string;
  readonly quantity: number;
  readonly price: string;
  readonly priceFrom: string | null;
  readonly source: string;
  /** D of reactive energy. */
  readonly equivalent: string | null;
  readonly amount: Kopiykas;
}

/** The lines of all points with the same part of the price, its version and month. */
export interface LineGroup extends Omit<PointLine, 'eic'> {
  readonly name: string;
  readonly pointCount: number;
}

/**
 * The lines of an invoice by parts of the price, in the order in which each part first stands. Amounts are sums of the amounts
 * of the lines: nothing is rounded again, so the groups add up to the invoice.
 */
export function groupLines(
  lines: readonly PointLine[],
  voltageClassOf: (eic: string) => number | null,
): LineGroup[] {
  const groups = new Map<string, LineGroup>();
  for (const { eic, ...line } of lines) {
    const name = lineName(line.kind, line.component, voltageClassOf(eic));
    const key = JSON.stringify([
      name,
      line.forPeriod,
      line.price,
      line.priceFrom,
      line.source,
      line.equivalent,
    ]);
    const known = groups.get(key) ?? { ...line, name, quantity: 0, amount: zeroMoney, pointCount: 0 };
    groups.set(key, {
      ...known,
      quantity: known.quantity + line.quantity,
      amount: addMoney(known.amount, line.amount),
      pointCount: known.pointCount + 1,
    });
  }
  return [...groups.values()];
}
