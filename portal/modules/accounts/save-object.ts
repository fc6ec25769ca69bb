import { savedFrom, type saveObject } from '#contract/accounts/accounts.ts';
import type { InputOf } from '#contract/define-call.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { type CallResult, fail, relayRefusal, succeed } from '#portal/http/call-result.ts';
import type { FieldsOf, PortalServices, RequestContext } from '#portal/http/route.ts';
import { readObjectInfo } from './object-info.ts';
import { upsertObjectInfo } from './object-info-store.ts';
import { ownsObject } from './object-store.ts';

/** Bank details come from the billing alone: a stolen session must not store an account of its own there. */
const noBank = { recipient: '', edrpou: '', iban: '', bank: '' };

/**
 * Keeps the information of an own object, read from the billing (type 0) or as the browser has it without bank details
 * (type 1), for the time when the billing does not answer. What the browser gives is shown to the same person alone, and counts for nothing else.
 * Source: base specification, section 7 («caches object info»); decision 0031.
 */
export async function saveObjectInfo(
  { db }: Pick<PortalServices, 'db'>,
  input: InputOf<typeof saveObject>,
  { session, billing, clock }: RequestContext,
): Promise<CallResult<FieldsOf<typeof saveObject>>> {
  const { identityId } = session;
  const keep = async (account: string, info: unknown) => {
    const savedAt = clock.now();
    const isKept = await upsertObjectInfo(db, identityId, account, info, savedAt);
    return isKept ? succeed({ savedAt: instantToIso(savedAt) }) : fail('common.notFound');
  };
  if (input.type === savedFrom.browser) {
    const { account, ...info } = input.data;
    return keep(account, { ...info, bankInfo: noBank });
  }
  if (!(await ownsObject(db, identityId, input.acc))) return fail('common.notFound');
  const read = await readObjectInfo({ db }, input.acc, { session, billing });
  return read.ok ? keep(input.acc, read.data) : relayRefusal(read);
}
