import { compareMoney, type Kopiykas, moneyFromWire, negateMoney, zeroMoney } from '#domain/money.ts';
import type { BillData } from './bill-types.ts';

export type StepName = 'opening' | 'charged' | 'recalculated' | 'benefit' | 'corrected' | 'paid' | 'closing';

/** One step from what was owed to what is: its signed sum, and the stretch it covers as parts of the whole scale. */
export interface BillStep {
  name: StepName;
  sum: Kopiykas;
  /** 0 to 1, from the smaller end of the scale. */
  from: number;
  to: number;
  /** Where nothing is owed on that scale. */
  zero: number;
}

/** Steps that are told of even when they are nothing. */
const always: readonly StepName[] = ['opening', 'charged', 'paid'];

/**
 * The way from the opening balance to the closing one, as a waterfall: each step begins where the one before ended.
 * A recalculation, a benefit and a correction of nothing are left out. Sums keep their signs: what is paid takes away.
 */
export function billSteps(bill: Pick<BillData, StepName>): readonly BillStep[] {
  const sums: [StepName, Kopiykas][] = [
    ['opening', moneyFromWire(bill.opening)],
    ['charged', moneyFromWire(bill.charged)],
    ['recalculated', moneyFromWire(bill.recalculated)],
    ['benefit', moneyFromWire(bill.benefit)],
    ['corrected', moneyFromWire(bill.corrected)],
    ['paid', negateMoney(moneyFromWire(bill.paid))],
  ];
  let level = 0;
  const ends = sums
    .filter(([name, sum]) => always.includes(name) || compareMoney(sum, zeroMoney) !== 0)
    .map(([name, sum]) => {
      const start = level;
      level += Number(sum);
      return { name, sum, start, end: level };
    });
  const closing = moneyFromWire(bill.closing);
  const all = [...ends, { name: 'closing' as const, sum: closing, start: 0, end: Number(closing) }];
  const least = Math.min(0, ...all.flatMap(({ start, end }) => [start, end]));
  const most = Math.max(0, ...all.flatMap(({ start, end }) => [start, end]));
  const place = (value: number) => (most === least ? 0 : (value - least) / (most - least));
  return all.map(({ name, sum, start, end }) => ({
    name,
    sum,
    from: place(Math.min(start, end)),
    to: place(Math.max(start, end)),
    zero: place(0),
  }));
}
