import { BILL_LIST, BILL_PDF } from '#billing/api/bills.ts';
import type { ModuleResult } from '#billing/api/define-module.ts';
import type { BillingClient } from '#billing/client.ts';
import { fileTypes } from '#contract/define-call.ts';
import { kyivMidnight } from '#domain/time/kyiv.ts';
import { localDate } from '#domain/time/local-date.ts';
import { type ZipEntry, zipFiles } from '#platform/zip/zip-files.ts';
import type { StoredDocument } from './document-store.ts';
import { type MadeFile, type MakingServices, MakingTimedOut, type OnPart } from './making.ts';

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
export async function gatherBills(
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
  const whose = accounts?.length === 1 ? `${accounts[0]}-` : '';
  return `bills-${whose}${from}-${to}.zip`;
}
