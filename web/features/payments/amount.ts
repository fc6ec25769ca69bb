import { mostParts } from '#contract/payments.ts';
import {
  compareMoney,
  type Kopiykas,
  kopiykas,
  moneyFromWire,
  moneyToWire,
  parseMoney,
  sumMoney,
  zeroMoney,
} from '#domain/money.ts';
import { keyOf, type Payable } from './payable.ts';

/** What one payment may come to, as calls carry sums; both are allowed. */
export interface Limits {
  readonly least: string;
  readonly most: string;
}

/** Something to be paid, with what stands in its field. */
export interface Row extends Payable {
  readonly isChosen: boolean;
  readonly typed: string;
}

/** What is wrong with the sum of a row. */
export type SumProblem = 'none' | 'unreadable' | 'tooMuch';

export interface JudgedSums {
  /** By the key of the row. */
  readonly problems: Readonly<Record<string, SumProblem>>;
  /** Sums of the chosen rows as calls carry them; those that are wrong are left out. */
  readonly sums: Readonly<Record<string, string>>;
  /** Of all that are right. */
  readonly total: string;
  /** Why all together can't be paid though each could. */
  readonly whole?: 'nothingChosen' | 'outsideLimits' | 'tooMany';
}

const HRYVNIA = 100n;

/**
 * Judges what is typed: each chosen sum is above zero, an act takes no more than is owed for it, and all together keep to
 * the limits of a payment.
 */
export function judgeSums(rows: readonly Row[], limits: Limits): JudgedSums {
  const problems: Record<string, SumProblem> = {};
  const sums: Record<string, string> = {};
  const chosen = rows.filter(({ isChosen }) => isChosen);
  for (const row of chosen) {
    const sum = parseMoney(row.typed);
    if (sum === undefined && row.typed.trim() !== '') problems[keyOf(row)] = 'unreadable';
    else if (sum === undefined || compareMoney(sum, zeroMoney) <= 0) problems[keyOf(row)] = 'none';
    else if (row.most !== undefined && compareMoney(sum, ofWire(row.most)) > 0)
      problems[keyOf(row)] = 'tooMuch';
    else sums[keyOf(row)] = moneyToWire(sum);
  }
  const total = sumMoney(Object.values(sums).map(moneyFromWire));
  const judged = { problems, sums, total: moneyToWire(total) };
  if (chosen.length === 0) return { ...judged, whole: 'nothingChosen' };
  if (chosen.length > mostParts) return { ...judged, whole: 'tooMany' };
  if (Object.keys(problems).length > 0) return judged;
  const isOutside =
    compareMoney(total, ofWire(limits.least)) < 0 || compareMoney(total, ofWire(limits.most)) > 0;
  return isOutside ? { ...judged, whole: 'outsideLimits' } : judged;
}

/** Ready sums: all that is due, or the same with the energy rounded up to whole hryvnias. */
export type QuickSum = 'whole' | 'rounded';

/** What a ready sum puts into the field of a row; undefined: nothing is due for it. */
export function quickSum({ due, actNumber }: Payable, quick: QuickSum): string | undefined {
  const sum = ofWire(due);
  if (compareMoney(sum, zeroMoney) <= 0) return undefined;
  // An act takes no more than is owed for it.
  const wanted = quick === 'rounded' && actNumber === undefined ? roundedUp(sum) : sum;
  return typedOf(moneyToWire(wanted));
}

/** What stands in the field at first: "432,50" of "432.50"; nothing when nothing is due. */
export function typedOf(sum: string): string {
  return /[1-9]/.test(sum) ? sum.replace('.', ',') : '';
}

function roundedUp(sum: Kopiykas): Kopiykas {
  return kopiykas(((sum + HRYVNIA - 1n) / HRYVNIA) * HRYVNIA);
}

/** Balances say nothing as "0". */
function ofWire(sum: string): Kopiykas {
  return sum.includes('.') ? moneyFromWire(sum) : (parseMoney(sum) ?? zeroMoney);
}
