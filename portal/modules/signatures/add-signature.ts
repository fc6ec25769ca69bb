import { createHash } from 'node:crypto';
import { CONTRACT_GET } from '#billing/api/contracts.ts';
import type { FailureCode } from '#contract/messages/catalogue.ts';
import type { MessageParams } from '#contract/messages/format-message.ts';
import { maySign } from '#domain/documents/signer-powers.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { formatDate } from '#domain/time/local-date.ts';
import { addJob } from '#platform/jobs/add-jobs.ts';
import type { JudgedSigner, Judgement } from '#platform/signatures/judge-signature.ts';
import type { OcspQuestion } from '#platform/signatures/ocsp.ts';
import { newId } from '#platform/uuid.ts';
import type { Config } from '#portal/config.ts';
import type { FileStore } from '#portal/gateways/files/file-store.ts';
import { askAuthority } from '#portal/gateways/signatures/ask-authority.ts';
import { type CallFailure, fail, relayRefusal } from '#portal/http/call-result.ts';
import { failFile } from '#portal/http/files/fail-file.ts';
import type { RequestContext } from '#portal/http/route.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { listTrusted, type TrustedAuthority } from './authorities/authority-store.ts';
import {
  findSignatureOfRequest,
  insertSignature,
  listSignatures,
  type StoredSignature,
  type StoredSignedDocument,
} from './document-store.ts';
import { signableDocuments } from './signable-documents.ts';
import { judgeInWorker, readOcspInWorker } from './signature-workers.ts';
import { listSignerPowers } from './signers/signer-store.ts';

export interface SigningServices {
  readonly db: PortalDatabase;
  readonly files: FileStore;
  readonly config: Pick<Config, 'production' | 'signatureNetwork'>;
  readonly now: Instant;
}

/** The job in which the seal of the supplier signs. */
export const sealingJob = 'seal-document';
/** Within some hours. */
const sealingAttempts = 8;

type Good = Extract<Judgement, { kind: 'good' }>;

const refuse = (code: FailureCode, params: MessageParams = {}) => fail(code, params);

/** Judges the bytes of a signature by the certificates that are trusted now. */
export async function judgeFile(
  { db, config, now }: SigningServices,
  file: Uint8Array,
  document: Uint8Array,
): Promise<{ readonly judged: Good; readonly trusted: readonly TrustedAuthority[] } | CallFailure> {
  const trusted = await listTrusted(db, config);
  const authorities = trusted.map(({ certificate }) => certificate);
  const judged = await judgeInWorker({ file, document, authorities, now });
  if (judged.kind === 'good') return { judged, trusted };
  const { reason, found, expiredAt } = judged;
  if (found !== undefined) return failFile({ code: `signature.${reason}`, found }, 'signature');
  const date = expiredAt === undefined ? '' : formatDate(kyivDateOf(expiredAt as Instant));
  return refuse(`signature.${reason}`, expiredAt === undefined ? {} : { date });
}

/** Hosts that a server of an authority has: others are not asked. */
export function hostsOf(trusted: readonly TrustedAuthority[]): ReadonlySet<string> {
  const urls = trusted.flatMap(({ ocspUrl, tspUrl, cmpUrl }) => [ocspUrl, tspUrl, cmpUrl]);
  return new Set(urls.flatMap((url) => (url !== null && URL.canParse(url) ? [new URL(url).host] : [])));
}

/** Whether an address that a certificate names may be asked. */
export function isKnownUrl(url: string, hosts: ReadonlySet<string>): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host, username } = new URL(url);
  return /^https?:$/.test(protocol) && username === '' && hosts.has(host);
}

/** Whether the certificate is revoked, by its authority; where there is no network nobody is asked. */
export async function checkRevocation(
  { config, now }: SigningServices,
  signer: JudgedSigner,
  question: OcspQuestion,
  trusted: readonly TrustedAuthority[],
): Promise<'good' | 'notChecked' | 'revoked' | 'unavailable'> {
  if (!config.signatureNetwork) return 'notChecked';
  const ofIssuer = trusted.find(({ authorityId }) => authorityId === signer.issuerId)?.ocspUrl ?? null;
  const url = ofIssuer ?? signer.ocspUrl;
  if (url === null || !isKnownUrl(url, hostsOf(trusted))) return 'unavailable';
  const answer = await askAuthority(url, question.request, 'ocsp', config);
  if (answer === undefined) return 'unavailable';
  const authorities = trusted.map(({ certificate }) => certificate);
  return readOcspInWorker({ question, answer, authorities, now });
}

/** Codes of old records lack their zeros; a code of ten digits is that of a person with a business. */
const sameCode = (one: string | null, other: string) =>
  one !== null && other !== '' && one.padStart(8, '0') === other.padStart(8, '0');

function isOwner({ edrpou, drfo }: JudgedSigner, companyCode: string): boolean {
  return sameCode(edrpou, companyCode) || (companyCode.length === 10 && sameCode(drfo, companyCode));
}

/**
 * Judges a signature of a customer and keeps it: one person and one seal of a company count. The same request again adds nothing; the
 * seal of the supplier signs afterwards, in a job.
 */
export async function addCustomerSignature(
  services: SigningServices,
  { billing, readFile, session }: Pick<RequestContext, 'billing' | 'readFile' | 'session'>,
  document: StoredSignedDocument,
  requestId: string,
): Promise<CallFailure | undefined> {
  const { db, files, now } = services;
  const { accountNumber, documentId } = document;
  const file = await readFile();
  const contentHash = createHash('sha256').update(file).digest('hex');
  const before = await findSignatureOfRequest(db, accountNumber, requestId);
  if (before !== undefined) {
    const isSame = before.documentId === documentId && before.contentHash === contentHash;
    return isSame ? undefined : refuse('common.requestReused');
  }
  const content = await files.find(document.fileId);
  if (content === undefined) throw new Error('the bytes of a frozen document are gone');
  const result = await judgeFile(services, file, content);
  if ('code' in result) return result;
  const { judged, trusted } = result;
  const refusal = await checkOwner(services, billing, document, judged.signer);
  if (refusal !== undefined) return refusal;
  const revocation = await checkRevocation(services, judged.signer, judged.ocsp, trusted);
  if (revocation === 'revoked') return refuse('signature.certificateRevoked');
  if (revocation === 'unavailable') return refuse('signature.certificateStatusUnavailable');
  const isAdded = await keepSignature(services, document, {
    judged,
    file,
    contentHash,
    revocation,
    party: 'customer',
    addedBy: { identityId: session.identityId, sessionId: session.sessionId },
    requestId,
    at: now,
  });
  if (isAdded) return undefined;
  // Somebody else was faster.
  const { drfo } = judged.signer;
  const first = firstOf(await listSignatures(db, accountNumber, [documentId]), drfo === null);
  return refuse('signature.alreadySigned', { name: first?.signerName ?? '' });
}

const firstOf = (signatures: readonly StoredSignature[], isSeal: boolean) =>
  signatures.find((one) => one.party === 'customer' && one.isSeal === isSeal);

async function checkOwner(
  { db, now }: SigningServices,
  billing: RequestContext['billing'],
  { accountNumber, documentId, kind }: StoredSignedDocument,
  signer: JudgedSigner,
): Promise<CallFailure | undefined> {
  const [contract, powers, signatures] = await Promise.all([
    billing(CONTRACT_GET, { accountNumber }),
    listSignerPowers(db, accountNumber),
    listSignatures(db, accountNumber, [documentId]),
  ]);
  if (!contract.ok) return relayRefusal(contract);
  const { drfo } = signer;
  if (!isOwner(signer, contract.data.company.edrpou)) return refuse('signature.ownerMismatch');
  if (drfo !== null && !maySign(powers, { drfo, kind }, kyivDateOf(now)))
    return refuse('signature.noPowers', { name: signer.name });
  const first = firstOf(signatures, drfo === null);
  if (first !== undefined) return refuse('signature.alreadySigned', { name: first.signerName });
  if (drfo === null && firstOf(signatures, false) === undefined) return refuse('signature.sealAlone');
  return undefined;
}

/** Keeps a good signature with its file; false: its party has one already. */
export async function keepSignature(
  { db, files }: SigningServices,
  document: StoredSignedDocument,
  {
    judged: { signer, container },
    file,
    contentHash,
    revocation,
    party,
    addedBy,
    requestId,
    at,
  }: {
    readonly judged: Good;
    readonly file: Buffer;
    readonly contentHash: string;
    readonly revocation: 'good' | 'notChecked';
    readonly party: 'customer' | 'supplier';
    readonly addedBy: { readonly identityId: string; readonly sessionId: string } | null;
    readonly requestId: string;
    readonly at: Instant;
  },
): Promise<boolean> {
  const { accountNumber, documentId } = document;
  const signatureId = newId();
  await files.put(signatureId, file);
  const isKept = await db
    .transaction()
    .execute(async (transaction) => {
      const isInserted = await insertSignature(transaction, {
        accountNumber,
        signatureId,
        documentId,
        party,
        isSeal: signer.drfo === null,
        signerName: signer.name,
        post: signer.post,
        organization: signer.organization,
        edrpou: signer.edrpou,
        drfo: signer.drfo,
        certificateSerial: signer.certificateSerial,
        issuer: signer.issuer,
        signedAt: signer.signedAt as Instant | null,
        timeStampedAt: signer.timeStampedAt as Instant | null,
        revocation,
        container,
        addedAt: at,
        requestId,
        byteCount: file.length,
        contentHash,
        addedBy,
      });
      // The register of the file goes with it.
      if (!isInserted) throw new AlreadySigned();
      if (party === 'customer' && signableDocuments[document.kind].isSignedBySupplier)
        await addJob(
          transaction,
          sealingJob,
          { accountNumber, documentId },
          { maxAttempts: sealingAttempts, key: `${sealingJob}:${documentId}` },
        );
      return true;
    })
    .catch((error: unknown) => {
      if (error instanceof AlreadySigned) return false;
      throw error;
    });
  if (!isKept) await files.remove(signatureId);
  return isKept;
}

/** Rolls back: the party has a signature already. */
class AlreadySigned extends Error {}
