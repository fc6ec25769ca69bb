import { RECONCILIATION_MONTHS } from '#billing/api/reconciliation.ts';
import {
  documentFile,
  documentMonths,
  documentState,
  listDocuments,
  requestDocument,
} from '#contract/documents.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { checkMonths } from '#domain/documents/check-months.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { formatDate } from '#domain/time/local-date.ts';
import { newId } from '#platform/uuid.ts';
import { openFileStore } from '#portal/gateways/files/open-file-store.ts';
import { fail, relay, relayRefusal, sendFile, succeed } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { documentOnTheWire } from './document-on-the-wire.ts';
import { findDocument, listDocumentsOf } from './document-store.ts';
import { refuseMonths } from './refuse-months.ts';
import { requestMaking } from './request-document.ts';

const tryAgainSeconds = 60;

/** Documents on request: asked for, made by a job, kept for 90 days (docs/decisions/0036). */
export function documentRoutes({ db, config }: Pick<PortalServices, 'db' | 'config'>): Route[] {
  const files = openFileStore(config);
  return [
    route(documentMonths, async ({ account }, { billing }) =>
      relay(await billing(RECONCILIATION_MONTHS, { accountNumber: account }), (months) => months),
    ),

    route(requestDocument, async ({ account, kind, from, to, requestId }, { billing, session, clock }) => {
      const months = await billing(RECONCILIATION_MONTHS, { accountNumber: account });
      if (!months.ok) return relayRefusal(months);
      const { first, last } = months.data;
      if (first === null || last === null) return refuseMonths([], undefined);
      const span = { first: billingPeriod(first), last: billingPeriod(last) };
      const problems = checkMonths(span, billingPeriod(from), billingPeriod(to));
      if (problems.length > 0) return refuseMonths(problems, span);
      const now = clock.now();
      const document = await requestMaking(db, {
        accountNumber: account,
        documentId: newId(),
        kind,
        from,
        to,
        requestId,
        requestedBy: session.identityId,
        requestedAt: now,
      });
      if (document === undefined)
        return {
          ...fail('common.tooManyRequests', { seconds: tryAgainSeconds }),
          retryAfterSeconds: tryAgainSeconds,
        };
      const date = formatDate(kyivDateOf(now));
      const message = formatMessage('documents.requestAccepted', { date });
      return succeed({ document: documentOnTheWire(document), message });
    }),

    route(listDocuments, async ({ account }) =>
      succeed({ documents: (await listDocumentsOf(db, account)).map(documentOnTheWire) }),
    ),

    route(documentState, async ({ account, documentId }) => {
      const document = await findDocument(db, account, documentId);
      return document === undefined
        ? fail('common.notFound')
        : succeed({ document: documentOnTheWire(document) });
    }),

    route(documentFile, async ({ account, documentId }) => {
      const document = await findDocument(db, account, documentId);
      if (document === undefined) return fail('common.notFound');
      if (document.file_id === null || document.file_name === null) return fail('documents.notReady');
      const content = await files.find(document.file_id);
      return content === undefined ? fail('common.notFound') : sendFile(content, document.file_name);
    }),
  ];
}
