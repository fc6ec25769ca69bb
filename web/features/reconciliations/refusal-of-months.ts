import { formatText } from '#contract/messages/format-text.ts';
import { supportMessages } from '#contract/messages/support-messages.ts';
import { checkMonths, longestDocument, type MonthSpan } from '#domain/documents/check-months.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import type { Refusal } from '#web/lib/form-problems.ts';
import type { Months } from '#web/lib/month-choices.ts';

const words = {
  tooEarly: supportMessages['documents.periodWrong'],
  tooLate: supportMessages['documents.periodWrong'],
  reversed: supportMessages['documents.monthsReversed'],
  tooLong: supportMessages['documents.monthsTooMany'],
} as const;

/** What the server would say, said at once; undefined: the months are right. */
export function refusalOfMonths(span: MonthSpan, { from, to }: Months): Refusal | undefined {
  const problems = checkMonths(span, billingPeriod(from), billingPeriod(to));
  if (problems.length === 0) return undefined;
  return {
    fields: Object.fromEntries(
      problems.map(({ at, problem }) => [
        at,
        { code: problem, text: formatText(words[problem], { n: longestDocument }) },
      ]),
    ),
  };
}
