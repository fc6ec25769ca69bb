import { billingMessages } from '#contract/messages/billing-messages.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { showMoney, showSum } from '#web/lib/format.ts';
import type { JudgedSums, Limits, Row, SumProblem } from './amount.ts';
import { keyOf } from './payable.ts';
import { text } from './text.ts';

/** What is wrong with the sums of the rows, by their keys. */
export function problemWords(
  rows: readonly Row[],
  { problems }: JudgedSums,
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
  if (problem === 'tooMuch') return formatText(text.actTooMuch, { sum: showSum(row.most ?? row.due) });
  return problem === 'unreadable' ? text.badAmount : text.noSum;
}

/** What is wrong with all together. */
export function wholeWords({ whole }: JudgedSums, { least, most }: Limits): string | undefined {
  if (whole === undefined) return undefined;
  if (whole !== 'outsideLimits') return text[whole];
  return formatText(billingMessages['payments.outsideLimits'], {
    least: showMoney(least),
    most: showMoney(most),
  });
}
