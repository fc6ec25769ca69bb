import { formatText } from '#contract/messages/format-text.ts';
import { isSomeMoney, showSum } from '#web/lib/format.ts';
import type { BillData } from './bill-types.ts';
import { text } from './text.ts';

/**
 * What became of the sum that a bill asked for: what is due now, or that it is paid. Undefined while it is the sum that is due, and for
 * a bill that a later one replaces. Source: product.md 8, what was issued is history.
 */
export function changeSince({ due, toPay }: Pick<BillData, 'due' | 'toPay'>): string | undefined {
  if (due === null || due.sum === toPay) return undefined;
  return isSomeMoney(due.sum) ? formatText(text.changedSince, { due: showSum(due.sum) }) : text.paidSince;
}
