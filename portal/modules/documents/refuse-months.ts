import { formatMessage } from '#contract/messages/format-message.ts';
import { type MonthSpan, type MonthsProblem, maxDocumentMonths } from '#domain/documents/check-months.ts';
import { type CallFailure, fail } from '#portal/http/call-result.ts';
import { monthWords } from '../outbox/public.ts';

const codes = {
  tooEarly: 'documents.monthTooEarly',
  tooLate: 'documents.monthTooLate',
  reversed: 'documents.monthsReversed',
  tooLong: 'documents.monthsTooMany',
} as const;

/** documents.periodWrong, with what is wrong at each end. */
export function refuseMonths(problems: readonly MonthsProblem[], span: MonthSpan | undefined): CallFailure {
  const params = {
    n: maxDocumentMonths,
    ...(span && { first: monthWords(span.first), last: monthWords(span.last) }),
  };
  const issues = problems.map(({ at, problem }) => {
    const code = codes[problem];
    return { path: at, code, message: formatMessage(code, params) };
  });
  return { ...fail('documents.periodWrong'), issues };
}
