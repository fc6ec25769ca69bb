import type { ModuleResult } from '#billing/api/define-module.ts';
import { RECONCILIATION_PDF } from '#billing/api/reconciliation.ts';
import { fileTypes } from '#contract/define-call.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import type { StoredDocument } from './document-store.ts';
import { gatherReconciliation } from './gather-reconciliation.ts';
import type { MadeFile, MakingServices, OnPart } from './making.ts';

/** What remains after the last question is drawing. */
const gatheredPart = 0.8;

/** Makes an act of reconciliation: its years are asked for one after the other, then it is drawn. */
export async function drawReconciliation(
  { billing, files }: MakingServices,
  document: StoredDocument,
  onPart: OnPart,
): Promise<ModuleResult<MadeFile>> {
  const { account_number: accountNumber, document_id: reference } = document;
  const context = { reference, actor: 'portal' };
  const months = {
    accountNumber,
    from: billingPeriod(document.period_from),
    to: billingPeriod(document.period_to),
  };
  const act = await gatherReconciliation(billing, months, context, (part) => onPart(part * gatheredPart));
  if (!act.ok) return act;
  const drawnOn = kyivDateOf(document.requested_at as Instant);
  const drawn = await billing.call(RECONCILIATION_PDF, { ...months, drawnOn, act: act.data }, context);
  if (!drawn.ok) return drawn;
  await onPart(1);
  const content = Buffer.from(drawn.data.content, 'base64');
  await files.put(reference, content);
  const { fileName: name } = drawn.data;
  return { ok: true, data: { name, byteCount: content.length, contentType: fileTypes.pdf } };
}
