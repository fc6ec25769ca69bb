import type * as z from 'zod/mini';
import type { documentSchema } from '#contract/documents.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { type MonthSpan, type MonthsProblem, maxDocumentMonths } from '#domain/documents/check-months.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { type CallFailure, fail } from '#portal/http/call-result.ts';
import { monthWords } from '../outbox/public.ts';
import type { StoredDocument } from './document-store.ts';

/** A document in the words of the calls. */
export function toDocumentDto(document: StoredDocument): z.infer<typeof documentSchema> {
  const { ready_at: readyAt, failure } = document;
  return {
    documentId: document.document_id,
    kind: document.kind,
    accountCount: document.accounts?.length ?? 1,
    from: document.period_from,
    to: document.period_to,
    state: document.state,
    progress: document.progress,
    requestedAt: instantToIso(document.requested_at as Instant),
    readyAt: readyAt === null ? null : instantToIso(readyAt as Instant),
    fileName: document.file_name,
    // Of other failures there is no more to say than that it failed.
    reason: failure === 'common.fileTimedOut' ? formatMessage(failure, {}) : null,
  };
}

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
