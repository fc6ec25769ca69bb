import { maxOrderParts } from '#contract/values/payment.ts';
import { isBlank } from '#domain/input/tidy-text.ts';
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
import { keyOf, type Payable } from './pay/payable.ts';

/** The limits of one payment, as on the wire; both are inclusive. */
export interface Limits {
  readonly least: string;
  readonly most: string;
}

/** A payable with the value of its field. */
export interface Row extends Payable {
  readonly isChosen: boolean;
  readonly typed: string;
}

/** The problem of a row's sum. */
export type SumProblem = 'none' | 'unreadable' | 'tooMuch';

export interface CheckedSums {
  /** By row key. */
  readonly problems: Readonly<Record<string, SumProblem>>;
  /** Sums of the valid chosen rows by key, as on the wire. */
  readonly sums: Readonly<Record<string, string>>;
  /** The total of the valid sums. */
  readonly total: string;
  /** Why the order as a whole can't be paid though each row could. */
  readonly orderProblem?: 'nothingChosen' | 'outsideLimits' | 'tooMany';
}

const HRYVNIA = 100n;

/**
 * Checks the typed sums: each chosen one is above zero, an act takes no more than its debt, and the total is within
 * the limits of a payment once they are known.
 */
export function checkSums(rows: readonly Row[], limits: Limits | undefined): CheckedSums {
  const problems: Record<string, SumProblem> = {};
  const sums: Record<string, string> = {};
  const chosen = rows.filter(({ isChosen }) => isChosen);
  for (const row of chosen) {
    const sum = parseMoney(row.typed);
    if (sum === undefined && !isBlank(row.typed)) problems[keyOf(row)] = 'unreadable';
    else if (sum === undefined || compareMoney(sum, zeroMoney) <= 0) problems[keyOf(row)] = 'none';
    else if (row.max !== undefined && compareMoney(sum, ofWire(row.max)) > 0)
      problems[keyOf(row)] = 'tooMuch';
    else sums[keyOf(row)] = moneyToWire(sum);
  }
  const total = sumMoney(Object.values(sums).map(moneyFromWire));
  const checked = { problems, sums, total: moneyToWire(total) };
  if (chosen.length === 0) return { ...checked, orderProblem: 'nothingChosen' };
  if (chosen.length > maxOrderParts) return { ...checked, orderProblem: 'tooMany' };
  if (Object.keys(problems).length > 0 || limits === undefined) return checked;
  const isOutside =
    compareMoney(total, ofWire(limits.least)) < 0 || compareMoney(total, ofWire(limits.most)) > 0;
  return isOutside ? { ...checked, orderProblem: 'outsideLimits' } : checked;
}

/** Preset sums: the whole debt, or the debt with the energy rounded up to whole hryvnias. */
export type QuickSum = 'whole' | 'rounded';

/** The preset sum of a row, as typed; undefined: no debt. */
export function quickSum({ due, actNumber }: Payable, quick: QuickSum): string | undefined {
  const sum = ofWire(due);
  if (compareMoney(sum, zeroMoney) <= 0) return undefined;
  // An act takes no more than its debt.
  const wanted = quick === 'rounded' && actNumber === undefined ? roundedUp(sum) : sum;
  return typedOf(moneyToWire(wanted));
}

/** The initial value of a field: "432,50" for "432.50"; empty without debt. */
export function typedOf(sum: string): string {
  return /[1-9]/.test(sum) ? sum.replace('.', ',') : '';
}

function roundedUp(sum: Kopiykas): Kopiykas {
  return kopiykas(((sum + HRYVNIA - 1n) / HRYVNIA) * HRYVNIA);
}

/** Balances have "0" for nothing. */
function ofWire(sum: string): Kopiykas {
  return sum.includes('.') ? moneyFromWire(sum) : (parseMoney(sum) ?? zeroMoney);
}
