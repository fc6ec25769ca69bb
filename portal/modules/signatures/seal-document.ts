import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Clock } from '#platform/clock.ts';
import type { Tasks } from '#platform/jobs/task.ts';
import { uuidOfWords } from '#platform/uuid.ts';
import type { Config } from '#portal/config.ts';
import type { FileStore } from '#portal/gateways/files/file-store.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import {
  checkRevocation,
  judgeFile,
  keepSignature,
  type SigningServices,
  sealingJob,
} from './add-signature.ts';
import { listTrusted } from './authorities/authority-store.ts';
import { findSignedDocument, listSignatures } from './document-store.ts';
import { addTimeStampInWorker, signInWorker } from './signature-workers.ts';
import { askForTimeStamp } from './time-stamps.ts';

interface SealingServices {
  readonly db: PortalDatabase;
  readonly files: FileStore;
  readonly clock: Clock;
  readonly config: Pick<Config, 'production' | 'signatureNetwork' | 'seal'>;
}

/**
 * Signs a document by the seal of the supplier after the customer has signed: with a time stamp where there is a network, judged
 * like any other signature before it is kept. Without a seal, or after it has signed, nothing is done.
 * @throws Error when the key does not open, its certificate is not good, or it is of another company: the job tries again.
 */
async function sealDocument(
  { db, files, clock, config }: SealingServices,
  { accountNumber, documentId }: { readonly accountNumber: string; readonly documentId: string },
): Promise<void> {
  const { seal } = config;
  if (seal === undefined) return;
  const document = await findSignedDocument(db, accountNumber, documentId);
  if (document === undefined) return;
  const signatures = await listSignatures(db, accountNumber, [documentId]);
  if (signatures.some(({ party }) => party === 'supplier')) return;
  const content = await files.find(document.fileId);
  if (content === undefined) throw new Error('the bytes of a frozen document are gone');
  const services: SigningServices = { db, files, config, now: clock.now() };
  const keyFile = {
    file: await readFile(seal.file),
    password: seal.password,
    certificates: seal.certificateFile === undefined ? [] : [await readFile(seal.certificateFile)],
  };
  const signed = await signInWorker(keyFile, content, services.now);
  const stamp = config.signatureNetwork
    ? await askForTimeStamp(signed.digest, undefined, await listTrusted(db, config), config)
    : null;
  const file = Buffer.from(
    stamp === null ? signed.signature : await addTimeStampInWorker(signed.signature, stamp),
  );
  const result = await judgeFile(services, file, content);
  if ('code' in result) throw new Error(`the seal of the supplier is not good: ${result.code}`);
  const { judged, trusted } = result;
  if (judged.signer.edrpou !== document.supplierEdrpou)
    throw new Error('the seal of the supplier has the code of another company');
  const revocation = await checkRevocation(services, judged.signer, judged.ocsp, trusted);
  if (revocation !== 'good' && revocation !== 'notChecked')
    throw new Error(`the certificate of the seal is ${revocation}`);
  await keepSignature(services, document, {
    judged,
    file,
    contentHash: createHash('sha256').update(file).digest('hex'),
    revocation,
    party: 'supplier',
    addedBy: null,
    requestId: uuidOfWords(sealingJob, documentId),
    at: clock.now(),
  });
}

/** The job of the seal. */
export function sealTasks(services: SealingServices): Tasks {
  return {
    [sealingJob]: async (payload) => {
      const isNamed =
        typeof payload === 'object' &&
        payload !== null &&
        'accountNumber' in payload &&
        'documentId' in payload;
      if (!isNamed) throw new Error('a job without its document');
      const { accountNumber, documentId } = payload;
      await sealDocument(services, {
        accountNumber: String(accountNumber),
        documentId: String(documentId),
      });
    },
  };
}
