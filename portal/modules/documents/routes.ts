import { RECONCILIATION_MONTHS } from '#billing/api/reconciliation-acts.ts';
import { fileTypes } from '#contract/define-call.ts';
import {
  documentFile,
  documentMonths,
  documentState,
  listDocuments,
  requestDocument,
} from '#contract/documents.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { checkMonths } from '#domain/documents/check-months.ts';
import { billingPeriod, periodsBetween } from '#domain/time/billing-period.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { formatDate } from '#domain/time/local-date.ts';
import { newId } from '#platform/uuid.ts';
import { countWork } from '#platform/workers/work-meter.ts';
import { openFileStore } from '#portal/gateways/files/open-file-store.ts';
import { fail, relay, relayRefusal, sendFile, succeed } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { refuseMonths, toDocumentDto } from './document-dto.ts';
import { findDocument, listCabinetAccounts, listDocumentsOf } from './document-store.ts';
import { requestMaking } from './request-document.ts';
import { keepNewestArchives } from './sweep-documents.ts';

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
    route(documentMonths, async ({ account }, { billing }) =>
      relay(await billing(RECONCILIATION_MONTHS, { accountNumber: account }), (months) => months),
    ),

    route(
      requestDocument,
      async ({ account, kind, from, to, scope, requestId }, context) => {
        const { billing, session, clock } = context;
        const months = await billing(RECONCILIATION_MONTHS, { accountNumber: account });
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
