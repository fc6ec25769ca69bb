import type { PortalDatabase } from '#portal/portal-database.ts';
import type { StoredDocument } from './document-store.ts';
import { drawReconciliation } from './draw-reconciliation.ts';
import { gatherBills } from './gather-bills.ts';
import { type MakingServices, MakingTimedOut, type OnPart } from './making.ts';
import { beginMaking, failDocument, finishDocument, noteProgress } from './making-store.ts';
import { mostAttempts } from './request-document.ts';

const makers = { reconciliation: drawReconciliation, bills: gatherBills } as const;

/** Nobody sees the difference of less, and each is a statement. */
const notedPercent = 2;

/**
 * Makes a document that waits: its maker asks the back end and keeps the file, then it is said that it is ready. A making that was cut off is
 * done again to the same file under the same id. Throws when the attempt failed and there are more; after the last one, when
 * the back end refuses, and when it takes longer than it may, the document has failed.
 */
export async function makeDocument(
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
    else if (document.attempts >= mostAttempts) await failDocument(db, document, 'common.unexpected');
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
