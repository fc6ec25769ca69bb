import { compareMoney, type Kopiykas, moneyFromWire, negateMoney, zeroMoney } from '#domain/money.ts';
import type { BillData } from './bill-types.ts';

export type StepName = 'opening' | 'charged' | 'recalculated' | 'benefit' | 'corrected' | 'paid' | 'closing';

/** One step of the waterfall: its signed sum, and its start and end as parts of the scale. */
export interface BillStep {
  name: StepName;
  sum: Kopiykas;
  /** 0 to 1, from the lower end of the scale. */
  from: number;
  to: number;
  /** The position of zero on the scale. */
  zero: number;
}

/** Steps shown even when they are zero. */
const alwaysShown: readonly StepName[] = ['opening', 'charged', 'paid'];

/**
 * The steps from the opening balance to the closing one, as a waterfall. A recalculation, benefit or correction of
 * zero is left out. Sums keep their signs: payments are negative.
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
    .filter(([name, sum]) => alwaysShown.includes(name) || compareMoney(sum, zeroMoney) !== 0)
    .map(([name, sum]) => {
      const start = level;
      level += Number(sum);
      return { name, sum, start, end: level };
    });
  const closing = moneyFromWire(bill.closing);
  const all = [...ends, { name: 'closing' as const, sum: closing, start: 0, end: Number(closing) }];
  const min = Math.min(0, ...all.flatMap(({ start, end }) => [start, end]));
  const max = Math.max(0, ...all.flatMap(({ start, end }) => [start, end]));
  const place = (value: number) => (max === min ? 0 : (value - min) / (max - min));
  return all.map(({ name, sum, start, end }) => ({
    name,
    sum,
    from: place(Math.min(start, end)),
    to: place(Math.max(start, end)),
    zero: place(0),
  }));
}
