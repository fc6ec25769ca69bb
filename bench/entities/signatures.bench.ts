import { randomBytes } from 'node:crypto';
import { gosthash, library } from '#platform/signatures/library.ts';
import { makeIdentity, signDocument } from '#platform/signatures/testing/make-certificate.ts';
import { judgeInWorker } from '#portal/modules/signatures/signature-workers.ts';

const documents = 20;
const documentBytes = 1024 * 1024;

/** Of the library, without types: opens a message and verifies its value by the certificate inside. */
interface LibraryBox {
  unwrap(message: Buffer, content: Buffer): Promise<{ readonly error?: string }>;
}

export interface SignaturesResult {
  /** Seconds for all documents. */
  readonly own: number;
  readonly bare: number;
  readonly ratio: number;
}

/**
 * 20 documents of 1 MiB with detached signatures: judged in the worker process, chain and all, against their values verified by
 * the library alone in this process. The worker is started by the first judgement, which is not counted.
 */
export async function benchSignatures({
  log = () => undefined,
}: {
  readonly log?: (line: string) => void;
} = {}): Promise<SignaturesResult> {
  const now = Date.now();
  const root = makeIdentity({ kind: 'authority', subject: { commonName: 'Root' } });
  const authority = makeIdentity({ kind: 'authority', issuer: root, subject: { commonName: 'Authority' } });
  const codes = { edrpou: '44703160', drfo: '2890123454' };
  const signer = makeIdentity({ issuer: authority, ...codes, subject: { commonName: 'Signer' } });
  const authorities = [root, authority].map(({ certificate }) => certificate.as_asn1());
  const signed = Array.from({ length: documents + 1 }, () => {
    const document = randomBytes(documentBytes);
    return { document, file: signDocument(signer, document, { at: now }) };
  });
  const [first, ...others] = signed;
  const judge = async ({ document, file }: (typeof signed)[number]) => {
    const judged = await judgeInWorker({ file, document, authorities, now });
    if (judged.kind !== 'good') throw new Error(judged.reason);
  };
  if (first !== undefined) await judge(first);
  const ownFrom = performance.now();
  for (const one of others) await judge(one);
  const own = (performance.now() - ownFrom) / 1000;
  log(`judged in the worker: ${own.toFixed(1)} s`);

  const Box = library.Box as unknown as new (options: object) => LibraryBox;
  const box = new Box({ algo: { hash: gosthash } });
  const bareFrom = performance.now();
  for (const { document, file } of others) {
    const { error } = await box.unwrap(file, document);
    if (error !== undefined) throw new Error(error);
  }
  const bare = (performance.now() - bareFrom) / 1000;
  log(`verified by the library: ${bare.toFixed(1)} s`);
  return { own, bare, ratio: own / bare };
}
