import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { getSignedDocument, listSignedDocuments, prepareDocument } from '#contract/signatures.ts';
import type { signableKindField, signedDocumentSchema } from '#contract/values/signature.ts';
import { callApi } from '#web/lib/api.ts';
import { ApiError } from '#web/lib/api-failure.ts';
import { accountCallKey, accountQuery } from '#web/lib/query/account-query.ts';
import { newRequestId } from '#web/lib/request-id.ts';

export type SignedDocument = z.infer<typeof signedDocumentSchema>;
export type DocumentSignature = SignedDocument['signatures'][number];
export type SignableKind = z.infer<typeof signableKindField>;

/** The document of an account that is signed. */
export interface Signable {
  readonly account: string;
  readonly kind: SignableKind;
  /** The period or the id, see `signableKinds`. */
  readonly subject: string;
}

/** While the supplier's seal is about to sign, it is asked for again. */
const pendingPauseMs = 1500;

const isSealPending = (document: SignedDocument | undefined) => document?.supplierSignature === 'pending';

/** The editions of a document with their signatures, newest first; none before it was prepared. */
export const editionsQuery = ({ account, kind, subject }: Signable) => ({
  ...accountQuery(listSignedDocuments, account, { kind, subject }),
  refetchInterval: (query: { state: { data?: { documents: SignedDocument[] } | undefined } }) =>
    isSealPending(query.state.data?.documents[0]) && pendingPauseMs,
});

/** Freezes the document, or gives the one that was frozen before. */
export const prepareQuery = ({ account, kind, subject }: Signable, newEdition: boolean) =>
  queryOptions({
    queryKey: accountCallKey(account, prepareDocument.path, { kind, subject, newEdition }),
    // Asked for at each opening: a colleague may have signed meanwhile.
    gcTime: 0,
    queryFn: async () => {
      const requestId = newRequestId();
      const payload = { account, kind, subject, requestId, ...(newEdition && { newEdition }) };
      const result = await callApi(prepareDocument, payload);
      if (!result.ok) throw new ApiError(result.failure);
      return result.data;
    },
  });

/** A document after it was signed, until the supplier has signed too. */
export const documentQuery = (account: string, document: SignedDocument) => ({
  ...accountQuery(getSignedDocument, account, { documentId: document.documentId }),
  initialData: { status: 'success' as const, document },
  enabled: isSealPending(document),
  refetchInterval: (query: { state: { data?: { document: SignedDocument } | undefined } }) =>
    isSealPending(query.state.data?.document) && pendingPauseMs,
});

/** The signature of a person of the company; undefined: nobody has signed. */
export function customerSignature({ signatures }: SignedDocument): DocumentSignature | undefined {
  return signatures.find(({ party, isSeal }) => party === 'customer' && !isSeal);
}

/** The moment that a signature is shown with: what a time server proves, else what the signer says. */
export function momentOf({ timeStampedAt, signedAt, addedAt }: DocumentSignature): string {
  return timeStampedAt ?? signedAt ?? addedAt;
}
