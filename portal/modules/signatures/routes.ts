import { CONTRACT_GET } from '#billing/api/contracts.ts';
import { type FileType, fileTypes } from '#contract/define-call.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import {
  addSignature,
  getSignedDocument,
  listSignedDocuments,
  monthArchive,
  prepareDocument,
  signatureArchive,
  signedDocumentFile,
  signersPage,
  timeStamp,
} from '#contract/signatures.ts';
import { openFileStore } from '#portal/gateways/files/open-file-store.ts';
import { fail, failFields, relayRefusal, sendFile, succeed } from '#portal/http/call-result.ts';
import { cursorPart, readCursor, writeCursor } from '#portal/http/page-cursor.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { addCustomerSignature } from './add-signature.ts';
import { listTrusted } from './authorities/authority-store.ts';
import {
  findSignedDocument,
  listFrozen,
  listSignatures,
  type StoredSignedDocument,
} from './document-store.ts';
import { prepareOnce, toSignedDocumentDto } from './prepare-document.ts';
import { signersEnding } from './signable-documents.template.ts';
import { documentArchive, drawPageOfSigners, writeMonthArchive } from './signature-archives.ts';
import { askForTimeStamp } from './time-stamps.ts';

const pageRows = 50;

/** Documents that are signed: preparing, signing, reading, archives, who may sign. */
export function signatureRoutes({
  db,
  clock,
  config,
}: Pick<PortalServices, 'db' | 'clock' | 'config'>): Route[] {
  const files = openFileStore(config);
  const hasSeal = config.seal !== undefined;

  async function shown(document: StoredSignedDocument) {
    const signatures = await listSignatures(db, document.accountNumber, [document.documentId]);
    return toSignedDocumentDto(document, signatures, { hasSeal, now: clock.now() });
  }

  return [
    route(
      prepareDocument,
      async ({ account, kind, subject, newEdition = false, requestId }, { billing, session }) => {
        const context = { db, files, billing, now: clock.now() };
        const prepared = await prepareOnce(context, {
          accountNumber: account,
          kind,
          subject,
          isNewEdition: newEdition,
          requestId,
          identityId: session.identityId,
        });
        return 'code' in prepared ? prepared : succeed({ document: await shown(prepared) });
      },
      { work: 'now' },
    ),

    route(getSignedDocument, async ({ account, documentId }) => {
      const document = await findSignedDocument(db, account, documentId);
      return document === undefined ? fail('common.notFound') : succeed({ document: await shown(document) });
    }),

    route(listSignedDocuments, async ({ account, kind, subject, cursor }) => {
      const parts = cursor === undefined ? undefined : readCursor(cursor, [cursorPart.uuid]);
      if (cursor !== undefined && !parts) return failFields([{ path: 'cursor', code: 'field.invalid' }]);
      const asked = { kind: kind ?? null, subject: subject ?? null, after: parts?.[0] ?? null };
      const found = await listFrozen(db, account, { ...asked, limit: pageRows + 1 });
      const page = found.slice(0, pageRows);
      const ids = page.map(({ documentId }) => documentId);
      const signatures = await listSignatures(db, account, ids);
      const seal = { hasSeal, now: clock.now() };
      const last = page.at(-1);
      return succeed({
        documents: page.map((document) => toSignedDocumentDto(document, signatures, seal)),
        next: found.length > pageRows && last ? writeCursor([last.documentId]) : null,
      });
    }),

    route(
      signedDocumentFile,
      async ({ account, documentId }) => {
        const document = await findSignedDocument(db, account, documentId);
        const file = document && (await files.open(document.fileId));
        return document === undefined || file === undefined
          ? fail('common.notFound')
          : sendFile(file, document.fileName, document.contentType as FileType);
      },
      { work: 'none' },
    ),

    route(
      addSignature,
      async ({ account, documentId, requestId }, context) => {
        const document = await findSignedDocument(db, account, documentId);
        if (document === undefined) return fail('common.notFound');
        const services = { db, files, config, now: clock.now() };
        const refusal = await addCustomerSignature(services, context, document, requestId);
        if (refusal !== undefined) return refusal;
        return succeed({ document: await shown(document), message: formatMessage('signature.added') });
      },
      { work: 'now' },
    ),

    route(
      timeStamp,
      async ({ digest, tspUrl }) => {
        if (!config.signatureNetwork)
          return succeed({ token: null, message: formatMessage('signature.timeServerOff') });
        const token = await askForTimeStamp(
          Buffer.from(digest, 'base64'),
          tspUrl,
          await listTrusted(db, config),
          config,
        );
        return succeed({
          token: token === null ? null : token.toString('base64'),
          message: token === null ? formatMessage('signature.timeServerSilent') : null,
        });
      },
      { work: 'now' },
    ),

    route(signersPage, async ({ account, documentId }) => {
      const document = await findSignedDocument(db, account, documentId);
      if (document === undefined) return fail('common.notFound');
      const signatures = await listSignatures(db, account, [documentId]);
      const page = await drawPageOfSigners(document, signatures);
      const name = document.fileName.replace(/\.\w+$/, '');
      return sendFile(page, `${name}-${signersEnding}.pdf`);
    }),

    route(signatureArchive, async ({ account, documentId }, { billing }) => {
      const document = await findSignedDocument(db, account, documentId);
      if (document === undefined) return fail('common.notFound');
      const contract = await billing(CONTRACT_GET, { accountNumber: account });
      if (!contract.ok) return relayRefusal(contract);
      const signatures = await listSignatures(db, account, [documentId]);
      const { email } = contract.data.company;
      const { name, content } = await documentArchive({ files }, document, signatures, email);
      return sendFile(content, `${name}.zip`);
    }),

    route(
      monthArchive,
      async ({ account, period }, { billing }) => {
        const archive = await writeMonthArchive({ db, files, billing }, account, period);
        if (archive === undefined) return fail('billing.noCharges');
        return 'code' in archive
          ? relayRefusal(archive)
          : sendFile(archive.file, archive.fileName, fileTypes.zip);
      },
      { work: 'now' },
    ),
  ];
}
