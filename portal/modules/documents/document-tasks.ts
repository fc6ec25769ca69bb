import { BILL_LIST, BILL_PDF } from '#billing/api/bills.ts';
import type { ModuleResult } from '#billing/api/define-module.ts';
import {
  ENTITY_ACT_GET,
  ENTITY_ACT_PDF,
  RECONCILIATION_GET,
  RECONCILIATION_PDF,
  type ReconciliationData,
} from '#billing/api/reconciliation-acts.ts';
import type { BillingClient } from '#billing/client.ts';
import { type FileType, fileTypes } from '#contract/define-call.ts';
import type { ActLedger, EntityAct } from '#contract/values/reconciliation-act.ts';
import { fileNameOf } from '#domain/documents/file-names.template.ts';
import { addMoney, moneyFromWire, moneyToWire } from '#domain/money.ts';
import { addMonths, type BillingPeriod, billingPeriod, comparePeriods } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf, kyivMidnight } from '#domain/time/kyiv.ts';
import { localDate } from '#domain/time/local-date.ts';
import type { Clock } from '#platform/clock.ts';
import type { Tasks } from '#platform/jobs/task.ts';
import { type ZipEntry, zipFiles } from '#platform/zip/zip-files.ts';
import type { FileStore } from '#portal/gateways/files/file-store.ts';
import { insertStoredFile } from '#portal/gateways/files/stored-files.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { StoredDocument } from './document-store.ts';
import { makingJob, maxAttempts } from './request-document.ts';

interface MakingServices {
  readonly db: PortalDatabase;
  readonly billing: BillingClient;
  readonly files: FileStore;
  readonly clock: Clock;
  /** Longest time of making one document (ARCHIVE_SECONDS). */
  readonly limitSeconds: number;
}

/** A document, or a part of it, took too long: it is not tried again. */
class MakingTimedOut extends Error {}

/** A file that lies in the store under the id of its document. */
interface MadeFile {
  readonly name: string;
  readonly byteCount: number;
  readonly contentType: FileType;
  /** What an act of a legal entity says. */
  readonly contents?: EntityAct;
}

/**
 * Told how far a document is: 0 to 1.
 * @throws MakingTimedOut when its time is over.
 */
type OnPart = (part: number) => Promise<void>;

type DocumentKey = Pick<StoredDocument, 'account_number' | 'document_id'>;

/** Begins an attempt on a document that is not made yet, and counts it; undefined: there is nothing to make. */
async function beginMaking(
  db: PortalDatabase,
  { account_number, document_id }: DocumentKey,
): Promise<StoredDocument | undefined> {
  const row = await db
    .updateTable('portal.document_request')
    .set((eb) => ({ state: 'making', attempts: eb('attempts', '+', 1) }))
    .where('account_number', '=', account_number)
    .where('document_id', '=', document_id)
    .where('state', 'in', ['queued', 'making'])
    .returningAll()
    .executeTakeFirst();
  return row as StoredDocument | undefined;
}

/** Notes how far a document is, in percent. */
async function noteProgress(
  db: PortalDatabase,
  { account_number, document_id }: DocumentKey,
  progress: number,
): Promise<void> {
  await db
    .updateTable('portal.document_request')
    .set({ progress })
    .where('account_number', '=', account_number)
    .where('document_id', '=', document_id)
    .where('state', '=', 'making')
    .execute();
}

/** Ends a document that will not be made; `failure`: the code of why. */
async function failDocument(
  db: PortalDatabase,
  { account_number, document_id }: DocumentKey,
  failure: string,
): Promise<void> {
  await db
    .updateTable('portal.document_request')
    .set({ state: 'failed', failure })
    .where('account_number', '=', account_number)
    .where('document_id', '=', document_id)
    .where('state', 'in', ['queued', 'making'])
    .execute();
}

/** Registers the file, which lies in the store under the id of its document, and ends the document as ready. */
async function finishDocument(
  db: PortalDatabase,
  { account_number, document_id }: DocumentKey,
  file: MadeFile & { readonly at: Instant },
): Promise<void> {
  const at = instantToIso(file.at);
  await db.transaction().execute(async (transaction) => {
    await insertStoredFile(transaction, {
      fileId: document_id,
      accountNumber: account_number,
      contentType: file.contentType,
      byteCount: file.byteCount,
      storedAt: at,
    });
    await transaction
      .updateTable('portal.document_request')
      .set({
        state: 'ready',
        progress: 100,
        file_id: document_id,
        file_name: file.name,
        ready_at: at,
        ...(file.contents && { contents: JSON.stringify(file.contents) }),
      })
      .where('account_number', '=', account_number)
      .where('document_id', '=', document_id)
      .where('state', '=', 'making')
      .execute();
  });
}

const monthsAtOnce = 12;

interface MonthsToGather {
  readonly accountNumber: string;
  readonly from: BillingPeriod;
  readonly to: BillingPeriod;
}

/**
 * An act of any length, asked for a year at a time, so that no question is long and it can be told how far it is. Throws when
 * the years don't join: a month that is closed changed meanwhile.
 * @param onPart Told after each year which part is there: 0 to 1.
 */
async function gatherReconciliation(
  billing: BillingClient,
  { accountNumber, from, to }: MonthsToGather,
  context: { readonly reference: string; readonly actor: string },
  onPart: (part: number) => Promise<void>,
): Promise<ModuleResult<ReconciliationData>> {
  const parts = partsOf(from, to);
  let act: ReconciliationData | undefined;
  for (const [index, part] of parts.entries()) {
    const months = { accountNumber, ...part, isContinued: index > 0 };
    const result = await billing.call(RECONCILIATION_GET, months, context);
    if (!result.ok) return result;
    act = act === undefined ? result.data : join(act, result.data);
    await onPart((index + 1) / parts.length);
  }
  if (act === undefined) throw new Error('an act without months');
  return { ok: true, data: act };
}

function partsOf(from: BillingPeriod, to: BillingPeriod): { from: BillingPeriod; to: BillingPeriod }[] {
  const parts: { from: BillingPeriod; to: BillingPeriod }[] = [];
  for (let first = from; comparePeriods(first, to) <= 0; first = addMonths(first, monthsAtOnce)) {
    const last = addMonths(first, monthsAtOnce - 1);
    parts.push({ from: first, to: comparePeriods(last, to) < 0 ? last : to });
  }
  return parts;
}

function join(before: ReconciliationData, after: ReconciliationData): ReconciliationData {
  if (before.closing !== after.opening) throw new Error('the years of an act do not join');
  const sum = (a: string, b: string) => moneyToWire(addMoney(moneyFromWire(a), moneyFromWire(b)));
  return {
    ...before,
    rows: [...before.rows, ...after.rows],
    turnover: {
      debit: sum(before.turnover.debit, after.turnover.debit),
      credit: sum(before.turnover.credit, after.turnover.credit),
    },
    closing: after.closing,
  };
}

/** A bill that belongs into the archive. */
interface WantedBill {
  readonly accountNumber: string;
  readonly period: string;
  readonly issuedOn: string;
}

type Context = Parameters<BillingClient['call']>[2];

/**
 * Makes an archive of bills: each is drawn, put into the archive and forgotten, so that the memory does not grow with them.
 * Bills of several accounts lie in a folder for each. Refuses billing.noCharges when there is none.
 */
async function gatherBills(
  { billing, files }: MakingServices,
  document: StoredDocument,
  onPart: OnPart,
): Promise<ModuleResult<MadeFile>> {
  const context = { reference: document.document_id, actor: 'portal' };
  const wanted = await listWanted(billing, document, context);
  if (!wanted.ok) return wanted;
  if (wanted.data.length === 0) return { ok: false, code: 'billing.noCharges', params: {} };
  const entries = drawBills(billing, wanted.data, context, onPart);
  const byteCount = await files.write(document.document_id, zipFiles(entries));
  return { ok: true, data: { name: nameOf(document), byteCount, contentType: fileTypes.zip } };
}

/** The bills that there are, account by account, the oldest first. */
async function listWanted(
  billing: BillingClient,
  { accounts, period_from: from, period_to: to }: StoredDocument,
  context: Context,
): Promise<ModuleResult<WantedBill[]>> {
  const wanted: WantedBill[] = [];
  for (const accountNumber of accounts ?? []) {
    const result = await billing.call(BILL_LIST, { accountNumber }, context);
    if (!result.ok) return result;
    const ofMonths = result.data.bills.filter(({ period }) => period >= from && period <= to).toReversed();
    wanted.push(...ofMonths.map(({ period, issuedOn }) => ({ accountNumber, period, issuedOn })));
  }
  return { ok: true, data: wanted };
}

async function* drawBills(
  billing: BillingClient,
  wanted: readonly WantedBill[],
  context: Context,
  onPart: OnPart,
): AsyncGenerator<ZipEntry> {
  const isOfMany = new Set(wanted.map(({ accountNumber }) => accountNumber)).size > 1;
  for (const [index, { accountNumber, period, issuedOn }] of wanted.entries()) {
    const drawn = await billing.call(BILL_PDF, { accountNumber, period }, context);
    if (!drawn.ok) {
      const fault = `BILL_PDF of ${period} refused: ${drawn.code}`;
      throw drawn.code === 'common.fileTimedOut' ? new MakingTimedOut(fault) : new Error(fault);
    }
    const { fileName, content } = drawn.data;
    yield {
      name: isOfMany ? `${accountNumber}/${fileName}` : fileName,
      content: Buffer.from(content, 'base64'),
      modifiedAt: kyivMidnight(localDate(issuedOn)),
    };
    await onPart((index + 1) / wanted.length);
  }
}

function nameOf({ accounts, period_from: from, period_to: to }: StoredDocument): string {
  const account = accounts?.length === 1 ? (accounts[0] ?? null) : null;
  return `${fileNameOf('bills', account, from, to)}.zip`;
}

/** What remains after the last question is drawing. */
const gatheredPart = 0.8;

/** Makes the act of a legal entity about one ledger. */
async function drawEntityAct(
  { billing, files }: MakingServices,
  document: StoredDocument,
  ledger: ActLedger,
  onPart: OnPart,
): Promise<ModuleResult<MadeFile>> {
  const { account_number: accountNumber, document_id: reference } = document;
  const context = { reference, actor: 'portal' };
  const madeOn = kyivDateOf(document.requested_at as Instant);
  const months = { from: document.period_from, to: document.period_to };
  const found = await billing.call(ENTITY_ACT_GET, { accountNumber, ledger, ...months, madeOn }, context);
  if (!found.ok) return found;
  await onPart(gatheredPart);
  const { act } = found.data;
  const drawn = await billing.call(ENTITY_ACT_PDF, { accountNumber, act }, context);
  if (!drawn.ok) return drawn;
  await onPart(1);
  const content = Buffer.from(drawn.data.content, 'base64');
  await files.put(reference, content);
  const file = { name: drawn.data.fileName, byteCount: content.length, contentType: fileTypes.pdf };
  return { ok: true, data: { ...file, contents: act } };
}

/** Makes an act of reconciliation: its years are asked for one after the other, then it is drawn. */
async function drawReconciliation(
  { billing, files, ...rest }: MakingServices,
  document: StoredDocument,
  onPart: OnPart,
): Promise<ModuleResult<MadeFile>> {
  if (document.ledger !== null)
    return drawEntityAct({ billing, files, ...rest }, document, document.ledger, onPart);
  const { account_number: accountNumber, document_id: reference } = document;
  const context = { reference, actor: 'portal' };
  const months = {
    accountNumber,
    from: billingPeriod(document.period_from),
    to: billingPeriod(document.period_to),
  };
  const act = await gatherReconciliation(billing, months, context, (part) => onPart(part * gatheredPart));
  if (!act.ok) return act;
  const drawnOn = kyivDateOf(document.requested_at as Instant);
  const drawn = await billing.call(RECONCILIATION_PDF, { ...months, drawnOn, act: act.data }, context);
  if (!drawn.ok) return drawn;
  await onPart(1);
  const content = Buffer.from(drawn.data.content, 'base64');
  await files.put(reference, content);
  const { fileName: name } = drawn.data;
  return { ok: true, data: { name, byteCount: content.length, contentType: fileTypes.pdf } };
}

const makers = { reconciliation: drawReconciliation, bills: gatherBills } as const;

/** Nobody sees the difference of less, and each is a statement. */
const notedPercent = 2;

/**
 * Makes a document that waits: its maker asks the back end and keeps the file, then it is said that it is ready. A making that was cut off is
 * done again to the same file under the same id. Throws when the attempt failed and there are more; after the last one, when
 * the back end refuses, and when it takes longer than it may, the document has failed.
 */
async function makeDocument(
  services: MakingServices,
  key: { readonly accountNumber: string; readonly documentId: string },
): Promise<void> {
  const { db, clock, limitSeconds } = services;
  const document = await beginMaking(db, {
    account_number: key.accountNumber,
    document_id: key.documentId,
  });
  if (document === undefined) return;
  try {
    const made = await withinTime(limitSeconds, (isOver) =>
      makers[document.kind](services, document, noteParts(db, document, isOver)),
    );
    if (!made.ok) return await failDocument(db, document, made.code);
    await finishDocument(db, document, { ...made.data, at: clock.now() });
  } catch (error) {
    if (error instanceof MakingTimedOut) await failDocument(db, document, 'common.fileTimedOut');
    else if (document.attempts >= maxAttempts) await failDocument(db, document, 'common.unexpected');
    throw error;
  }
}

/**
 * Waits for the work no longer than that; work that is left behind learns of it by `isOver` and ends.
 * @throws MakingTimedOut
 */
async function withinTime<Made>(
  seconds: number,
  work: (isOver: () => boolean) => Promise<Made>,
): Promise<Made> {
  const over = Promise.withResolvers<never>();
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    over.reject(new MakingTimedOut(`a document took more than ${seconds} s`));
  }, seconds * 1000);
  try {
    return await Promise.race([work(() => isOver), over.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Notes progress where it is worth a statement. The last percent is the file itself. */
function noteParts(db: PortalDatabase, document: StoredDocument, isOver: () => boolean): OnPart {
  let noted = 0;
  return async (part) => {
    if (isOver()) throw new MakingTimedOut('left behind');
    const percent = Math.min(99, Math.round(part * 100));
    if (percent < noted + notedPercent) return;
    noted = percent;
    await noteProgress(db, document, percent);
  };
}

/** The job of documents on request. */
export function documentTasks(services: MakingServices): Tasks {
  return {
    [makingJob]: async (payload) => {
      const isNamed =
        typeof payload === 'object' &&
        payload !== null &&
        'accountNumber' in payload &&
        'documentId' in payload;
      if (!isNamed) throw new Error('a job without its document');
      await makeDocument(services, {
        accountNumber: String(payload.accountNumber),
        documentId: String(payload.documentId),
      });
    },
  };
}
