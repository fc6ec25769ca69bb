import type { Module, ModuleInput, ModuleOutput, ModuleResult } from '#billing/api/define-module.ts';
import { INVOICE_GET, INVOICE_PDF } from '#billing/api/invoices.ts';
import { READING_POINTS_PDF, READING_POINTS_REPORT } from '#billing/api/readings.ts';
import { type FileType, fileTypes } from '#contract/define-call.ts';
import { parseBillingPeriod } from '#domain/time/billing-period.ts';
import type { FileStore } from '#portal/gateways/files/file-store.ts';
import { findDocument } from '#portal/modules/documents/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { SignableKind } from './document-store.ts';

/** What a document is made with. */
export interface MakingContext {
  readonly db: PortalDatabase;
  readonly files: FileStore;
  billing<M extends Module>(module: M, input: ModuleInput<M>): Promise<ModuleResult<ModuleOutput<M>>>;
}

interface MakingRequest {
  readonly accountNumber: string;
  readonly subject: string;
  /** Who asks: some documents are theirs alone. */
  readonly identityId: string;
}

/** The bytes that are frozen. */
interface MadeDocument {
  readonly content: Buffer;
  readonly contentType: FileType;
  readonly fileName: string;
  readonly number: string | null;
  /** The month whose papers it belongs to. */
  readonly period: string;
}

type Maker = (context: MakingContext, request: MakingRequest) => Promise<ModuleResult<MadeDocument>>;

const notFound = { ok: false, code: 'common.notFound' } as const;
const made = (data: MadeDocument) => ({ ok: true, data }) as const;

const makeAcceptanceAct: Maker = async ({ billing }, { accountNumber, subject }) => {
  if (parseBillingPeriod(subject) === undefined) return notFound;
  const asked = { accountNumber, period: subject, payee: 'supplier' } as const;
  const found = await billing(INVOICE_GET, asked);
  if (!found.ok) return found;
  const drawn = await billing(INVOICE_PDF, { ...asked, document: 'act' });
  if (!drawn.ok) return drawn;
  const { fileName, content } = drawn.data;
  return made({
    content: Buffer.from(content, 'base64'),
    contentType: fileTypes.pdf,
    fileName,
    number: found.data.invoice.actNumber,
    period: subject,
  });
};

/** The act that was asked for: its file as it lies in the store. */
const takeReconciliationAct: Maker = async ({ db, files }, { accountNumber, subject, identityId }) => {
  if (parseBillingPeriod(subject) !== undefined) return notFound;
  const act = await findDocument(db, accountNumber, subject, identityId);
  if (act?.kind !== 'reconciliation' || act.file_id === null || act.file_name === null) return notFound;
  const content = await files.find(act.file_id);
  if (content === undefined) return notFound;
  return made({
    content,
    contentType: fileTypes.pdf,
    fileName: act.file_name,
    number: null,
    period: act.period_to,
  });
};

/** The report of the open period: later ones are other documents. */
const makeReadingReport: Maker = async ({ billing }, { accountNumber, subject }) => {
  const report = await billing(READING_POINTS_REPORT, { accountNumber });
  if (!report.ok) return report;
  if (report.data.period !== subject) return notFound;
  const drawn = await billing(READING_POINTS_PDF, { accountNumber });
  if (!drawn.ok) return drawn;
  const { fileName, content } = drawn.data;
  return made({
    content: Buffer.from(content, 'base64'),
    contentType: fileTypes.pdf,
    fileName,
    number: null,
    period: subject,
  });
};

/** How the bytes of each kind are made, and whether the supplier signs it as well. */
export const signableDocuments: Readonly<
  Record<SignableKind, { readonly make: Maker; readonly isSignedBySupplier: boolean }>
> = {
  acceptanceAct: { make: makeAcceptanceAct, isSignedBySupplier: true },
  reconciliationAct: { make: takeReconciliationAct, isSignedBySupplier: true },
  readingReport: { make: makeReadingReport, isSignedBySupplier: false },
};
