import { type WattHours, wattHours } from '../energy.ts';
import { addMoney, type Kopiykas, subtractMoney, zeroMoney } from '../money.ts';
import type { ChargeLine } from './charge-line.ts';

/** The part of a line that may change; the rest is its key. */
interface Change {
  energy: WattHours;
  amount: Kopiykas;
}

/**
 * Merges the lines that several bills charged for a month: lines of one price become one line, a fully reversed line
 * is dropped. Lines of a month are its energy lines and those of every later recalculation.
 */
export function linesInForce(lines: readonly ChargeLine[]): ChargeLine[] {
  const byKey = new Map<string, ChargeLine & Change>();
  for (const line of lines) {
    const known = byKey.get(keyOf(line));
    if (known === undefined) {
      byKey.set(keyOf(line), { ...line, kind: 'energy' });
    } else {
      known.energy = wattHours(known.energy + line.energy);
      known.amount = addMoney(known.amount, line.amount);
    }
  }
  return [...byKey.values()].filter(({ energy, amount }) => energy !== 0 || amount !== zeroMoney);
}

/**
 * Lines that correct the charge of a month: together with the charged lines they equal the right ones exactly, also
 * in block tariffs. No line where nothing changes but the days of one. Numbered from `firstLineNumber`. Source: product.md 7, facts 2.2.
 */
export function recalculationLines(
  charged: readonly ChargeLine[],
  right: readonly ChargeLine[],
  firstLineNumber = 1,
): ChargeLine[] {
  const rightByKey = new Map(right.map((line) => [keyOf(line), line]));
  const chargedKeys = new Set(charged.map(keyOf));
  const changed = charged.map((line) => {
    const corrected = rightByKey.get(keyOf(line));
    return {
      ...line,
      energy: wattHours((corrected?.energy ?? 0) - line.energy),
      amount: subtractMoney(corrected?.amount ?? zeroMoney, line.amount),
    };
  });
  const added = right.filter((line) => !chargedKeys.has(keyOf(line)));
  const lines = [...changed, ...added].filter(({ energy, amount }) => energy !== 0 || amount !== zeroMoney);
  return withoutMoved(lines).map((line, index) => ({
    ...line,
    lineNumber: firstLineNumber + index,
    kind: 'recalculation',
    isEstimated: false,
  }));
}

/** Without pairs that take back on some days what they charge at the same price on others: the bill said all of it but the days. */
function withoutMoved(lines: readonly ChargeLine[]): ChargeLine[] {
  const left = [...lines];
  for (const line of lines) {
    const place = left.indexOf(line);
    const other = left.findIndex(
      (one) =>
        priceKeyOf(one) === priceKeyOf(line) && one.energy === -line.energy && one.amount === -line.amount,
    );
    if (place < 0 || other < 0) continue;
    left.splice(Math.max(place, other), 1);
    left.splice(Math.min(place, other), 1);
  }
  return left;
}

function keyOf(line: ChargeLine): string {
  return `${line.from} ${line.to} ${priceKeyOf(line)}`;
}

function priceKeyOf({ zone, blockIndex, price, coefficient }: ChargeLine): string {
  return `${zone} ${blockIndex} ${price} ${coefficient}`;
}
