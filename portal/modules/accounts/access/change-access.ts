import { ACCOUNT_CODE_RENEW } from '#billing/api/accounts.ts';
import type { decideAccess, endAccess, listAccess, renewAccessCode } from '#contract/accounts/accounts.ts';
import type { InputOf } from '#contract/define-call.ts';
import { type CallResult, fail, relayRefusal, succeed } from '#portal/http/call-result.ts';
import type { FieldsOf, PortalServices, RequestContext } from '#portal/http/route.ts';
import { addOwnedObject, deleteOwnedObject } from '../object-store.ts';
import { takeAccessRequest } from './access-request-store.ts';
import { listPeople } from './access-store.ts';
import { accessFields, readAccess } from './show-access.ts';

type AccessNow = CallResult<FieldsOf<typeof listAccess>>;

/**
 * Ends the access of another person, in every session at once. Allowed to the holder of the contract; own access is ended by
 * removing the object. The job that notifies everybody replaces the code. Source: product.md section 5.
 */
export async function endAccessOfPerson(
  services: Pick<PortalServices, 'db'>,
  { account, accessId }: InputOf<typeof endAccess>,
  context: RequestContext,
): Promise<AccessNow> {
  const facts = await readAccess(services, account, context);
  if ('kind' in facts) return facts;
  const { identityId: actorId } = context.session;
  if (!facts.isHolder) return fail('accounts.holderOnly');
  const person = facts.people.find((one) => one.accessId === accessId && one.identityId !== actorId);
  if (person === undefined) return fail('common.notFound');
  const { identityId } = person;
  const change = {
    identityId,
    accountNumber: account,
    kind: 'ended',
    actorId,
    at: context.clock.now(),
  } as const;
  if (!(await deleteOwnedObject(services.db, change))) return fail('common.notFound');
  const people = facts.people.filter((one) => one !== person);
  return succeed(accessFields({ ...facts, people }, actorId));
}

/** Grants or refuses a request for access. Allowed to the holder, or to the first person with access where no holder has it. */
export async function decideAccessRequest(
  services: Pick<PortalServices, 'db'>,
  { account, waitingId, isAllowed }: InputOf<typeof decideAccess>,
  context: RequestContext,
): Promise<AccessNow> {
  const facts = await readAccess(services, account, context);
  if ('kind' in facts) return facts;
  if (!facts.mayAllow) return fail('accounts.holderOnly');
  const at = context.clock.now();
  const isDecided = await services.db.transaction().execute(async (db) => {
    const identityId = await takeAccessRequest(db, account, waitingId, at);
    if (identityId === undefined) return false;
    if (isAllowed) {
      const { identityId: actorId } = context.session;
      await addOwnedObject(db, { identityId, accountNumber: account, kind: 'added', actorId, at });
    }
    return true;
  });
  if (!isDecided) return fail('common.notFound');
  const now = await listPeople(services.db, account, at);
  return succeed(accessFields({ ...facts, ...now }, context.session.identityId));
}

/** Replaces the code of an account for its holder; the same request again returns the current code. */
export async function renewCode(
  services: Pick<PortalServices, 'db'>,
  { account, requestId }: InputOf<typeof renewAccessCode>,
  context: RequestContext,
): Promise<AccessNow> {
  const facts = await readAccess(services, account, context);
  if ('kind' in facts) return facts;
  if (!facts.isHolder) return fail('accounts.holderOnly');
  const renewed = await context.billing(ACCOUNT_CODE_RENEW, {
    accountNumber: account,
    reason: 'asked',
    requestId,
  });
  if (!renewed.ok) return relayRefusal(renewed);
  const contract = { ...facts.contract, ...renewed.data };
  return succeed(accessFields({ ...facts, contract }, context.session.identityId));
}
