import { createHash } from 'node:crypto';
import type * as z from 'zod/mini';
import { CONTRACT_GET } from '#billing/api/contracts.ts';
import { SUPPLIER_GET } from '#billing/api/supplier.ts';
import type { signedDocumentSchema } from '#contract/values/signature.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { type CallFailure, fail, relayRefusal } from '#portal/http/call-result.ts';
import {
  findFrozen,
  freezeDocument,
  type SignableKind,
  type StoredSignature,
  type StoredSignedDocument,
} from './document-store.ts';
import { titleOf } from './signable-documents.template.ts';
import { type MakingContext, signableDocuments } from './signable-documents.ts';

export interface PreparationRequest {
  readonly accountNumber: string;
  readonly kind: SignableKind;
  readonly subject: string;
  readonly isNewEdition: boolean;
  readonly requestId: string;
  readonly identityId: string;
}

/**
 * The frozen document of a subject, or its latest edition. It is made by the back end when there is none yet, or when a new edition
 * is asked for; its bytes never change afterwards.
 */
export async function prepareOnce(
  context: MakingContext & { readonly now: Instant },
  request: PreparationRequest,
): Promise<StoredSignedDocument | CallFailure> {
  const { db, files, billing, now } = context;
  const { accountNumber, kind, subject, requestId, identityId } = request;
  const before = await findFrozen(db, request);
  if (before?.requestId === requestId)
    return before.kind === kind && before.subject === subject ? before : fail('common.requestReused');
  if (before !== undefined && !request.isNewEdition) return before;
  const made = await signableDocuments[kind].make(context, { accountNumber, subject, identityId });
  if (!made.ok) return relayRefusal(made);
  const [contract, supplier] = await Promise.all([
    billing(CONTRACT_GET, { accountNumber }),
    billing(SUPPLIER_GET, {}),
  ]);
  if (!contract.ok) return relayRefusal(contract);
  if (!supplier.ok) return relayRefusal(supplier);
  const { content, contentType, fileName, number, period } = made.data;
  const documentId = newId();
  return freezeDocument(db, {
    accountNumber,
    documentId,
    kind,
    subject,
    period,
    title: titleOf(kind, { number, period }),
    number,
    fileName,
    contentType,
    byteCount: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    customerEdrpou: contract.data.company.edrpou,
    supplierEdrpou: supplier.data.edrpou,
    frozenAt: now,
    frozenBy: identityId,
    requestId,
    isNewEdition: request.isNewEdition,
    keep: () => files.put(documentId, content),
  });
}

/** A seal that has not answered for so long is waited for no longer; it may sign later all the same. */
const sealWaitMs = 10 * 60_000;

type SignedDocument = z.infer<typeof signedDocumentSchema>;

const momentOf = (at: Instant | null) => (at === null ? null : instantToIso(at));

/** @param hasSeal Whether a seal of the supplier is configured. */
export function toSignedDocumentDto(
  document: StoredSignedDocument,
  signatures: readonly StoredSignature[],
  { hasSeal, now }: { readonly hasSeal: boolean; readonly now: Instant },
): SignedDocument {
  const own = signatures.filter(({ documentId }) => documentId === document.documentId);
  const byCustomer = own.find(({ party, isSeal }) => party === 'customer' && !isSeal);
  const isSignedBySupplier = own.some(({ party }) => party === 'supplier');
  return {
    documentId: document.documentId,
    kind: document.kind,
    subject: document.subject,
    edition: document.edition,
    isLatest: document.isLatest,
    title: document.title,
    number: document.number,
    fileName: document.fileName,
    byteCount: document.byteCount,
    sha256: document.sha256,
    preparedAt: instantToIso(document.frozenAt),
    state: byCustomer === undefined ? 'unsigned' : isSignedBySupplier ? 'signedByBoth' : 'signedByCustomer',
    supplierSignature: supplierSignatureOf(),
    signatures: own.map(({ documentId: _, fileId: __, container: ___, requestId: ____, ...signature }) => ({
      ...signature,
      signedAt: momentOf(signature.signedAt),
      timeStampedAt: momentOf(signature.timeStampedAt),
      addedAt: instantToIso(signature.addedAt),
    })),
  };

  function supplierSignatureOf(): SignedDocument['supplierSignature'] {
    if (!signableDocuments[document.kind].isSignedBySupplier) return 'notNeeded';
    if (isSignedBySupplier) return 'signed';
    if (!hasSeal) return 'onPaper';
    if (byCustomer === undefined) return 'afterCustomer';
    return now - byCustomer.addedAt < sealWaitMs ? 'pending' : 'onPaper';
  }
}
