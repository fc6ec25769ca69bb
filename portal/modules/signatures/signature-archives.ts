import { CONTRACT_GET } from '#billing/api/contracts.ts';
import type { ModuleResult } from '#billing/api/define-module.ts';
import { INVOICE_LIST } from '#billing/api/invoices.ts';
import { TAX_INVOICE_LIST } from '#billing/api/tax-invoices.ts';
import { exchangeName } from '#domain/documents/file-names.template.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { newId } from '#platform/uuid.ts';
import { drawnByWorker } from '#platform/workers/worker-pool.ts';
import { type ZipEntry, zipFiles } from '#platform/zip/zip-files.ts';
import type { FileStore } from '#portal/gateways/files/file-store.ts';
import type { StreamedContent } from '#portal/http/call-result.ts';
import { invoiceFiles } from '#portal/modules/invoices/public.ts';
import {
  listFrozen,
  listSignatures,
  type StoredSignature,
  type StoredSignedDocument,
} from './document-store.ts';
import { monthArchiveName, signersEnding } from './signable-documents.template.ts';
import type { MakingContext } from './signable-documents.ts';
import type { createSignersPage } from './signers-page.template.ts';

/** Draws the page of signers of a document. */
export const drawPageOfSigners = drawnByWorker<typeof createSignersPage>(
  new URL('./signers-page.template.ts', import.meta.url).href,
  'createSignersPage',
);

function nameOf(document: StoredSignedDocument, email: string): string {
  const { kind, frozenAt, number, subject, edition } = document;
  const on = kyivDateOf(frozenAt);
  const named = { own: document.customerEdrpou, other: document.supplierEdrpou, on, email };
  const ending = edition === 1 ? '' : `-${edition}`;
  return exchangeName(kind, { ...named, number: `${number ?? subject}${ending}` });
}

async function bytesOf(files: FileStore, fileId: string): Promise<Buffer> {
  const content = await files.find(fileId);
  if (content === undefined) throw new Error('the bytes of a signed document are gone');
  return content;
}

/** The document, each signature as it came, the page of signers: one after the other. */
async function* filesOf(
  files: FileStore,
  document: StoredSignedDocument,
  signatures: readonly StoredSignature[],
  base: string,
): AsyncGenerator<ZipEntry> {
  const ending = /\.\w+$/.exec(document.fileName)?.[0] ?? '';
  const content = await bytesOf(files, document.fileId);
  yield { name: `${base}${ending}`, content, modifiedAt: document.frozenAt };
  for (const [index, { fileId, container, addedAt }] of signatures.entries()) {
    const name = `${base}_${index + 1}.${container}`;
    yield { name, content: await bytesOf(files, fileId), modifiedAt: addedAt };
  }
  const page = await drawPageOfSigners(document, signatures);
  const modifiedAt = signatures.at(-1)?.addedAt ?? document.frozenAt;
  yield { name: `${base}_${signersEnding}.pdf`, content: page, modifiedAt };
}

/** The archive of one document under its name of exchange systems. */
export async function documentArchive(
  { files }: { readonly files: FileStore },
  document: StoredSignedDocument,
  signatures: readonly StoredSignature[],
  email: string,
): Promise<{ readonly name: string; readonly content: Buffer }> {
  const name = nameOf(document, email);
  const parts: Uint8Array[] = [];
  for await (const part of zipFiles(filesOf(files, document, signatures, name))) parts.push(part);
  return { name, content: Buffer.concat(parts) };
}

/** Of a month there are two invoices, and a few other papers. */
const maxOfMonth = 200;

/**
 * All papers of a month: invoices, acts and tables, then what is signed with its signatures. It is written to the store piece by piece
 * and sent from there, so that memory does not grow with it. undefined: there are none.
 */
export async function writeMonthArchive(
  { db, files, billing }: MakingContext,
  accountNumber: string,
  period: string,
): Promise<
  | { readonly file: StreamedContent; readonly fileName: string }
  | Extract<ModuleResult<unknown>, { ok: false }>
  | undefined
> {
  const [listed, taxed, contract, documents] = await Promise.all([
    billing(INVOICE_LIST, { accountNumber, from: period, to: period, limit: maxOfMonth }),
    billing(TAX_INVOICE_LIST, { accountNumber, from: period, to: period }),
    billing(CONTRACT_GET, { accountNumber }),
    listFrozen(db, accountNumber, { period, limit: maxOfMonth }),
  ]);
  if (!listed.ok) return listed;
  if (!taxed.ok) return taxed;
  if (!contract.ok) return contract;
  const { invoices } = listed.data;
  if (invoices.length === 0 && documents.length === 0) return undefined;
  const ids = documents.map(({ documentId }) => documentId);
  const signatures = await listSignatures(db, accountNumber, ids);
  const { email } = contract.data.company;
  const isActFrozen = documents.some(({ kind }) => kind === 'acceptanceAct');
  const month = { period, invoices, taxInvoices: taxed.data.taxInvoices, isActFrozen };

  async function* all(): AsyncGenerator<ZipEntry> {
    yield* invoiceFiles(billing, accountNumber, month);
    for (const document of documents.toReversed()) {
      const own = signatures.filter(({ documentId }) => documentId === document.documentId);
      yield* filesOf(files, document, own, nameOf(document, email));
    }
  }

  const fileId = newId();
  try {
    await files.write(fileId, zipFiles(all()));
    const file = await files.open(fileId);
    if (file === undefined) throw new Error('an archive was not kept');
    return { file, fileName: monthArchiveName(accountNumber, period) };
  } finally {
    // What is open can be read to its end.
    await files.remove(fileId);
  }
}
