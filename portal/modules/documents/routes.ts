import type * as z from 'zod/mini';
import { RECONCILIATION_MONTHS } from '#billing/api/reconciliation-acts.ts';
import { fileTypes } from '#contract/define-call.ts';
import {
  documentFile,
  documentMonths,
  type documentSchema,
  documentState,
  listDocuments,
  requestDocument,
} from '#contract/documents.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import {
  checkMonths,
  type MonthSpan,
  type MonthsProblem,
  maxDocumentMonths,
} from '#domain/documents/check-months.ts';
import { billingPeriod, periodsBetween } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { formatDate } from '#domain/time/local-date.ts';
import { monthWords } from '#domain/time/month-names.template.ts';
import { newId } from '#platform/uuid.ts';
import { countWork } from '#platform/workers/work-meter.ts';
import { openFileStore } from '#portal/gateways/files/open-file-store.ts';
import {
  type CallFailure,
  fail,
  failFields,
  relay,
  relayRefusal,
  sendFile,
  succeed,
} from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { findDocument, listCabinetAccounts, listDocumentsOf, type StoredDocument } from './document-store.ts';
import { requestMaking } from './request-document.ts';
import { keepNewestArchives } from './sweep-documents.ts';

/** A document in the words of the calls. */
function toDocumentDto(document: StoredDocument): z.infer<typeof documentSchema> {
  const { ready_at: readyAt, failure } = document;
  return {
    documentId: document.document_id,
    kind: document.kind,
    ledger: document.ledger,
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
function refuseMonths(problems: readonly MonthsProblem[], span: MonthSpan | undefined): CallFailure {
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

const tryAgainSeconds = 60;

/** Of one archive: what is drawn in a minute on a slow machine, for a job has two. */
const maxBills = 600;

/** What a page costs in a worker, ms: a bill of an archive, and a year of an act. */
const msOfBill = 60;
const msOfYear = 120;

/** How many months there are from one to the other, both included. */
function monthsIn(from: string, to: string): number {
  return periodsBetween(billingPeriod(from), billingPeriod(to)) + 1;
}

/** Documents on request: asked for, made by a job, kept for 90 days. */
export function documentRoutes({ db, config }: Pick<PortalServices, 'db' | 'config'>): Route[] {
  const files = openFileStore(config);
  return [
    route(documentMonths, async ({ account, ledger }, { billing }) =>
      relay(await billing(RECONCILIATION_MONTHS, { accountNumber: account, ledger }), (months) => months),
    ),

    route(
      requestDocument,
      async ({ account, kind, ledger, from, to, scope, requestId }, context) => {
        const { billing, session, clock } = context;
        if (ledger !== undefined && kind !== 'reconciliation')
          return failFields([{ path: 'ledger', code: 'field.invalid' }]);
        const months = await billing(RECONCILIATION_MONTHS, { accountNumber: account, ledger });
        if (!months.ok) return relayRefusal(months);
        const { first, last } = months.data;
        if (first === null || last === null) return refuseMonths([], undefined);
        const span = { first: billingPeriod(first), last: billingPeriod(last) };
        const problems = checkMonths(span, billingPeriod(from), billingPeriod(to));
        if (problems.length > 0) return refuseMonths(problems, span);
        const ofAll = scope === 'all' ? await listCabinetAccounts(db, session.identityId) : [account];
        const accounts = kind === 'bills' ? ofAll : null;
        if (accounts !== null && accounts.length * monthsIn(from, to) > maxBills)
          return fail('documents.tooManyBills', { n: maxBills });
        const now = clock.now();
        const documentId = newId();
        const document = await requestMaking(db, {
          accountNumber: account,
          documentId,
          kind,
          ledger: ledger ?? null,
          from,
          to,
          accounts,
          requestId,
          requestedBy: session.identityId,
          requestedAt: now,
        });
        if (document === 'reused') return fail('common.requestReused');
        if (document === undefined)
          return {
            ...fail('common.tooManyRequests', { seconds: tryAgainSeconds }),
            retryAfterSeconds: tryAgainSeconds,
          };
        if (document.document_id === documentId) {
          const months = monthsIn(from, to);
          countWork(
            accounts === null ? Math.ceil(months / 12) * msOfYear : accounts.length * months * msOfBill,
          );
        }
        if (accounts !== null) await keepNewestArchives(db, files, account);
        const date = formatDate(kyivDateOf(now));
        const message = formatMessage('documents.requestAccepted', { date });
        return succeed({ document: toDocumentDto(document), message });
      },
      { work: 'later' },
    ),

    route(listDocuments, async ({ account, kind }, { session }) => {
      const documents = await listDocumentsOf(db, account, session.identityId, kind);
      return succeed({ documents: documents.map(toDocumentDto) });
    }),

    route(documentState, async ({ account, documentId }, { session }) => {
      const document = await findDocument(db, account, documentId, session.identityId);
      return document === undefined
        ? fail('common.notFound')
        : succeed({ document: toDocumentDto(document) });
    }),

    route(
      documentFile,
      async ({ account, documentId }, { session }) => {
        const document = await findDocument(db, account, documentId, session.identityId);
        if (document === undefined) return fail('common.notFound');
        if (document.file_id === null || document.file_name === null) return fail('documents.notReady');
        const file = await files.open(document.file_id);
        const contentType = document.kind === 'bills' ? fileTypes.zip : fileTypes.pdf;
        return file === undefined ? fail('common.notFound') : sendFile(file, document.file_name, contentType);
      },
      { work: 'none' },
    ),
  ];
}
