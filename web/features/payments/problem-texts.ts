import { billingMessages } from '#contract/messages/billing-messages.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { showMoney, showSum } from '#web/lib/format.ts';
import type { CheckedSums, Limits, Row, SumProblem } from './amount.ts';
import { keyOf } from './payable.ts';
import { text } from './text.ts';

/** The problems of the row sums in words, by row key. */
export function rowProblemTexts(
  rows: readonly Row[],
  { problems }: CheckedSums,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    rows.flatMap((row) => {
      const problem = problems[keyOf(row)];
      if (problem === undefined) return [];
      return [[keyOf(row), wordsOf(problem, row)]];
    }),
  );
}

function wordsOf(problem: SumProblem, row: Row): string {
  if (problem === 'tooMuch') return formatText(text.actTooMuch, { sum: showSum(row.max ?? row.due) });
  return problem === 'unreadable' ? text.badAmount : text.noSum;
}

/** The problem of the order as a whole. */
export function orderProblemText({ orderProblem }: CheckedSums, { least, most }: Limits): string | undefined {
  if (orderProblem === undefined) return undefined;
  if (orderProblem !== 'outsideLimits') return text[orderProblem];
  return formatText(billingMessages['payments.outsideLimits'], {
    least: showMoney(least),
    most: showMoney(most),
  });
}
