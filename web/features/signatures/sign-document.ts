import type { OutputOf } from '#contract/define-call.ts';
import { addSignature, signedDocumentFile, timeStamp } from '#contract/signatures.ts';
import { type ApiResult, callApi, downloadFile, uploadFile } from '#web/lib/api.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { newRequestId } from '#web/lib/request-id.ts';
import type { SigningClient } from '#web/signing/signing-client.ts';
import type { SigningKey } from '#web/signing/signing-messages.ts';
import type { SignedDocument } from './api.ts';
import { text } from './text.ts';

/** What is being done, as it is told. */
export type SigningStage = 'reading' | 'signing' | 'stamping' | 'checking';

/** A signature that is made and not yet accepted: a retry sends the same bytes. */
export interface MadeSignature {
  readonly file: Blob;
  readonly requestId: string;
}

export type AddedAnswer = OutputOf<typeof addSignature>;

/** The time server is waited for this long. */
const stampTimeoutMs = 20_000;

/**
 * Makes a detached signature of a document: its bytes come from the server and are signed in the worker. Without an answer of
 * the time server it has no time stamp. Answers why it can't be made, in words.
 * @throws SigningFailed
 */
export async function makeSignature(
  client: SigningClient,
  { keyId, certificate }: SigningKey,
  account: string,
  document: SignedDocument,
  onStage: (stage: SigningStage) => void,
): Promise<{ made: MadeSignature } | { refused: string }> {
  onStage('reading');
  const file = await downloadFile(signedDocumentFile, { account, documentId: document.documentId });
  if (!file.ok) return { refused: file.failure.message };
  const bytes = new Uint8Array(await file.data.blob.arrayBuffer());
  if (!(await isFrozen(bytes, document))) return { refused: text.differs };
  onStage('signing');
  const { digest } = await client.ask('sign', { keyId, document: bytes, signedAt: deviceNow() });
  onStage('stamping');
  const token = await askForStamp(account, digest, certificate.tspUrl);
  const { signature } = await client.ask('finish', { token });
  const type = 'application/pkcs7-signature';
  return { made: { file: new Blob([signature], { type }), requestId: newRequestId() } };
}

/** Hands a signature in; the server judges it. */
export function sendSignature(
  account: string,
  { documentId }: SignedDocument,
  { file, requestId }: MadeSignature,
): Promise<ApiResult<AddedAnswer>> {
  return uploadFile(addSignature, { account, documentId, requestId }, file);
}

/** Whether these are the bytes that the server froze. Browsers digest only on pages that came over HTTPS. */
async function isFrozen(bytes: Uint8Array<ArrayBuffer>, { sha256 }: SignedDocument): Promise<boolean> {
  const { subtle } = crypto;
  if (!subtle) return true;
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') === sha256;
}

async function askForStamp(account: string, digest: Uint8Array, tspUrl: string | null) {
  const base64 = btoa(String.fromCharCode(...digest));
  const payload = { account, digest: base64, ...(tspUrl !== null && { tspUrl }) };
  const signal = AbortSignal.timeout(stampTimeoutMs);
  const answer = await callApi(timeStamp, payload, { signal }).catch(() => undefined);
  const token = answer?.ok ? answer.data.token : null;
  return token === null ? null : Uint8Array.from(atob(token), (letter) => letter.charCodeAt(0));
}
