import {
  type dropObject,
  type listObjects,
  type renameObject,
  savedFrom,
  type saveObject,
} from '#contract/accounts/accounts.ts';
import type { InputOf } from '#contract/define-call.ts';
import { noChoice } from '#contract/fields.ts';
import { anyAccountNumber, parseAccountNumber } from '#domain/identifiers/account-codes.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { type CallResult, fail, relayRefusal, succeed } from '#portal/http/call-result.ts';
import type { FieldsOf, PortalServices, RequestContext } from '#portal/http/route.ts';
import { listPeople } from './access/access-store.ts';
import { endAccountCode } from './access/end-code.ts';
import { loadObjects } from './load-objects.ts';
import { readObjectInfo, upsertObjectInfo } from './object-info.ts';
import { deleteOwnedObject, findChosenAccount, ownsObject, updateDisplayName } from './object-store.ts';

function accountOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, 'account') : value;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The account that a choice names. It comes as a number, as the object, as either in a JSON string, or as DELETE (base
 * specification §4). Undefined: none of these.
 */
export function chosenItem(item: unknown): string | typeof noChoice | undefined {
  const bare = typeof item === 'string' && /^\s*[{"]/.test(item) ? readJson(item) : item;
  const named = accountOf(bare);
  const account = typeof named === 'number' ? String(named) : named;
  if (typeof account !== 'string') return undefined;
  return account === noChoice ? noChoice : parseAccountNumber(account, anyAccountNumber);
}

/** Bank details come from the billing alone: a stolen session must not store an account of its own there. */
const noBank = { recipient: '', edrpou: '', iban: '', bank: '' };

/**
 * Keeps the information of an own object, read from the billing (type 0) or as the browser has it without bank details
 * (type 1), for the time when the billing does not answer. What the browser gives is shown to the same person alone, and counts for nothing else.
 * Source: base specification, section 7 («caches object info»).
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

type ObjectsNow = CallResult<FieldsOf<typeof listObjects>>;

/**
 * Renames an object; an empty name shows the address again. The billing is called before anything changes: while it
 * does not answer nothing is changed. Source: base specification, sections 3 and 4.
 */
export async function renameOwnedObject(
  { db }: Pick<PortalServices, 'db'>,
  { account, new_name: name }: InputOf<typeof renameObject>,
  { session, billing }: RequestContext,
): Promise<ObjectsNow> {
  const { identityId } = session;
  const objects = await loadObjects(db, billing, identityId);
  if (!(await updateDisplayName(db, identityId, account, name || null))) return fail('common.notFound');
  const accounts = objects.map((object) =>
    object.account === account ? { ...object, objectName: name || object.address } : object,
  );
  return succeed({ accounts, account: (await findChosenAccount(db, identityId)) ?? '' });
}

/**
 * Removes an object from the cabinet, in every session at once; account and contract stay. The choice of it is
 * cleared, and the code is replaced while others have the account. The billing is called before anything changes. Source: base
 * specification, section 4; product.md section 5.
 */
export async function dropOwnedObject(
  { db }: Pick<PortalServices, 'db'>,
  { account }: InputOf<typeof dropObject>,
  context: RequestContext,
): Promise<ObjectsNow> {
  const { session, billing, clock } = context;
  const { identityId } = session;
  const objects = await loadObjects(db, billing, identityId);
  const { people } = await listPeople(db, account, clock.now());
  if (people.some((person) => person.identityId !== identityId)) await endAccountCode(account, context);
  const change = {
    identityId,
    accountNumber: account,
    kind: 'left',
    actorId: identityId,
    at: clock.now(),
  } as const;
  if (!(await deleteOwnedObject(db, change))) return fail('common.notFound');
  const accounts = objects.filter((object) => object.account !== account);
  return succeed({ accounts, account: (await findChosenAccount(db, identityId)) ?? '' });
}
