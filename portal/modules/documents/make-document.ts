import type { ModuleResult } from '#billing/api/define-module.ts';
import { RECONCILIATION_PDF } from '#billing/api/reconciliation.ts';
import type { BillingClient } from '#billing/client.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import type { Clock } from '#platform/clock.ts';
import type { FileStore } from '#portal/gateways/files/file-store.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { StoredDocument } from './document-store.ts';
import { gatherReconciliation } from './gather-reconciliation.ts';
import { beginMaking, failDocument, finishDocument, noteProgress } from './making-store.ts';
import { mostAttempts } from './request-document.ts';

export interface MakingServices {
  readonly db: PortalDatabase;
  readonly billing: BillingClient;
  readonly files: FileStore;
  readonly clock: Clock;
}

/** What remains after the last question is drawing. */
const gatheredPercent = 80;

/**
 * Makes a document that waits: asks the back end, keeps the file, then says that it is ready. A making that was cut off is
 * done again to the same file under the same id. Throws when the attempt failed and there are more; after the last one, and
 * when the back end refuses, the document has failed.
 */
export async function makeDocument(
  services: MakingServices,
  key: { readonly accountNumber: string; readonly documentId: string },
): Promise<void> {
  const { db, files, clock } = services;
  const document = await beginMaking(db, {
    account_number: key.accountNumber,
    document_id: key.documentId,
  });
  if (document === undefined) return;
  try {
    const made = await drawDocument(services, document);
    if (!made.ok) return await failDocument(db, document, made.code);
    const content = Buffer.from(made.data.content, 'base64');
    await files.put(document.document_id, content);
    await finishDocument(db, document, {
      name: made.data.fileName,
      byteCount: content.length,
      at: clock.now(),
    });
  } catch (error) {
    if (document.attempts >= mostAttempts) await failDocument(db, document, 'common.unexpected');
    throw error;
  }
}

async function drawDocument(
  { db, billing }: MakingServices,
  document: StoredDocument,
): Promise<ModuleResult<{ fileName: string; content: string }>> {
  const { account_number: accountNumber, document_id: reference } = document;
  const context = { reference, actor: 'portal' };
  const months = {
    accountNumber,
    from: billingPeriod(document.period_from),
    to: billingPeriod(document.period_to),
  };
  const act = await gatherReconciliation(billing, months, context, (part) =>
    noteProgress(db, document, Math.round(part * gatheredPercent)),
  );
  if (!act.ok) return act;
  const drawnOn = kyivDateOf(document.requested_at as Instant);
  return billing.call(RECONCILIATION_PDF, { ...months, drawnOn, act: act.data }, context);
}
