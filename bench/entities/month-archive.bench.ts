import { createHash, randomBytes } from 'node:crypto';
import { openBenchDatabase } from '#bench/support/seed/bench-database.ts';
import { fillCabinets } from '#bench/support/seed/fill-cabinets.ts';
import { monthArchive } from '#contract/signatures.ts';
import { systemClock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { newId } from '#platform/uuid.ts';
import { openFileStore } from '#portal/gateways/files/open-file-store.ts';
import { freezeDocument, insertSignature } from '#portal/modules/signatures/document-store.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { openChain } from '../support/open-chain.ts';
import { chainAccount } from '../support/seed/add-chain.ts';

const points = 312;
const households = 300;
/** Signed documents of the month beside its invoices, and how large each is. */
const documents = 100;
const documentBytes = 1024 * 1024;
/** A signature that holds its document as well, as large as a container may be. */
const largestSignature = 20 * 1024 * 1024;
const downloads = 3;

export interface MonthArchiveResult {
  readonly archiveMib: number;
  /** Largest memory of the serving process after the downloads, and how much of it is above what it had before. */
  readonly peakMib: number;
  readonly grownMib: number;
  readonly seconds: number;
}

/** Freezes documents of a month with the signatures of both parties: the bytes are random, so that nothing gets smaller. */
async function signDocuments(db: PortalDatabase, dataFolder: string, period: string): Promise<void> {
  const files = openFileStore({ dataFolder });
  const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');
  const at = systemClock.now();
  const identityId = newId();
  for (let index = 0; index < documents; index += 1) {
    const documentId = newId();
    const content = randomBytes(documentBytes);
    await freezeDocument(db, {
      accountNumber: chainAccount,
      documentId,
      kind: 'reconciliationAct',
      subject: documentId,
      period,
      title: 'Act',
      number: null,
      fileName: `${documentId}.pdf`,
      contentType: 'application/pdf',
      byteCount: content.length,
      sha256: hashOf(content),
      customerEdrpou: '44703160',
      supplierEdrpou: '41234569',
      frozenAt: at,
      frozenBy: identityId,
      requestId: newId(),
      isNewEdition: false,
      keep: () => files.put(documentId, content),
    });
    for (const party of ['customer', 'supplier'] as const) {
      const signatureId = newId();
      const signature = randomBytes(party === 'customer' && index === 0 ? largestSignature : 6 * 1024);
      await files.put(signatureId, signature);
      const isKept = await insertSignature(db, {
        accountNumber: chainAccount,
        signatureId,
        documentId,
        party,
        isSeal: party === 'supplier',
        signerName: 'Signer',
        post: null,
        organization: 'Company',
        edrpou: '44703160',
        drfo: party === 'customer' ? '2890123454' : null,
        certificateSerial: '1',
        issuer: 'Authority',
        signedAt: at,
        timeStampedAt: null,
        revocation: 'notChecked',
        container: 'p7s',
        addedAt: at,
        requestId: newId(),
        byteCount: signature.length,
        contentHash: hashOf(signature),
        addedBy: null,
      });
      if (!isKept) throw new Error('a signature was not kept');
    }
  }
}

/** Downloads the archive of a month as a browser does, without keeping it; its bytes. */
async function download(url: string, token: string, period: string): Promise<number> {
  const response = await fetch(url + monthArchive.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, account: chainAccount, period }),
  });
  if (!response.ok || response.body === null) throw new Error(await response.text());
  let bytes = 0;
  for await (const chunk of response.body) bytes += chunk.length;
  return bytes;
}

/**
 * The archive of a month of a chain: invoices with their tables of points, and 100 signed documents of 1 MiB, one of which came in a
 * container of 20 MiB. The server's process is asked for its largest memory before and after it was downloaded; PDFs are drawn in
 * processes of their own.
 */
export async function benchMonthArchive({
  log = () => undefined,
}: {
  readonly log?: (line: string) => void;
} = {}): Promise<MonthArchiveResult> {
  const database = await openBenchDatabase();
  try {
    await fillCabinets(database.url, households, database.dataFolder, { chainPoints: points });
    const { server, token, period } = await openChain(database.url, database.dataFolder);
    try {
      const { db, close } = connectDatabase<unknown>({ url: database.url, poolSize: 1, name: 'bench' });
      try {
        await signDocuments(db as PortalDatabase, database.dataFolder, period);
      } finally {
        await close();
      }
      const before = await server.peakMib();
      log(`the server before: ${before.toFixed(0)} MiB`);
      let bytes = 0;
      const started = performance.now();
      for (let count = 0; count < downloads; count += 1) {
        bytes = await download(server.url, token, period);
        log(`${(bytes / 1024 / 1024).toFixed(0)} MiB, the server ${(await server.peakMib()).toFixed(0)} MiB`);
      }
      const peakMib = await server.peakMib();
      const seconds = (performance.now() - started) / 1000 / downloads;
      return { archiveMib: bytes / 1024 / 1024, peakMib, grownMib: peakMib - before, seconds };
    } finally {
      await server.stop();
    }
  } finally {
    await database.close();
  }
}

/** `node bench/entities/month-archive.bench.ts`. */
if (process.argv[1] === import.meta.filename) {
  console.log(await benchMonthArchive({ log: (line) => console.log(line) }));
}
