import { ACCOUNT_ACCESS_GET, ACCOUNT_CODE_RENEW } from '#billing/api/accounts.ts';
import type { BillingClient } from '#billing/client.ts';
import type { decideAccess, endAccess, listAccess, renewAccessCode } from '#contract/accounts/accounts.ts';
import type { InputOf } from '#contract/define-call.ts';
import { parsePhone } from '#domain/identifiers/contacts.ts';
import { instantToIso } from '#domain/time/instant.ts';
import type { Clock } from '#platform/clock.ts';
import type { Tasks } from '#platform/jobs/task.ts';
import { type CallResult, fail, relayRefusal, succeed } from '#portal/http/call-result.ts';
import type { FieldsOf, PortalServices, RequestContext } from '#portal/http/route.ts';
import { insertAccountEvents } from '#portal/modules/events/public.ts';
import { type Notice, type NoticeServices, sendNotices } from '#portal/modules/notifications/public.ts';
import { queueMessage } from '#portal/modules/outbox/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { holdsContract, maskedPhone } from '../object-info.ts';
import { accessChangeJob, addOwnedObject, deleteOwnedObject } from '../object-store.ts';
import {
  findUnannouncedChange,
  listPeople,
  markAnnounced,
  type PersonWithAccess,
  takeAccessRequest,
  type UnannouncedChange,
} from './access-store.ts';
import { endAccountCode } from './end-code.ts';
import { accessFields, readAccess, shortName } from './show-access.ts';

interface AnnouncementServices extends NoticeServices {
  readonly db: PortalDatabase;
  readonly billing: BillingClient;
  readonly clock: Clock;
}

/** Persons to notify: everybody with access but the author of the change, and the person whose access was ended by others. */
function noticesOf(change: UnannouncedChange, people: readonly PersonWithAccess[], who: string): Notice[] {
  const { accountNumber: account, identityId, actorId, kind } = change;
  const params = { account, name: '', who, change: kind };
  const others = people
    .filter((person) => person.identityId !== actorId && person.identityId !== identityId)
    .map((person) => ({ identityId: person.identityId, kind: 'accessChanged' as const, params }));
  const isOwnChange = actorId === identityId || kind === 'added';
  if (isOwnChange) return others;
  return [...others, { identityId, kind: 'accessChanged', params: { ...params, forYou: 'yes' } }];
}

/** Sends the notifications of one change; once, however often the job runs. */
async function notifyOfChange(
  services: AnnouncementServices,
  accountNumber: string,
  changeId: string,
  reference: string,
): Promise<void> {
  const { db, billing, clock } = services;
  const change = await findUnannouncedChange(db, accountNumber, changeId);
  if (change === undefined) return;
  const now = clock.now();
  const { people } = await listPeople(db, accountNumber, now);
  const context = { reference, actor: 'portal' };
  const contract = await billing.call(ACCOUNT_ACCESS_GET, { accountNumber }, context);
  const contractPhone = contract.ok ? parsePhone(contract.data.phone) : undefined;
  const who = maskedPhone(change.phone) || shortName(change) || '•••';
  const isTheirOwn = contractPhone !== undefined && holdsContract(change, contractPhone);
  await db.transaction().execute(async (transaction) => {
    if (!(await markAnnounced(transaction, change, now))) return;
    await insertAccountEvents(transaction, [
      {
        eventId: changeId,
        accountNumber,
        kind: `access.${change.kind}`,
        payload: { who: [shortName(change), maskedPhone(change.phone)].filter(Boolean).join(', ') },
        happenedAt: instantToIso(change.happenedAt),
      },
    ]);
    await sendNotices(services, transaction, noticesOf(change, people, who), now);
    // The phone of the contract is notified with or without a cabinet; at most one SMS an hour for each person.
    if (change.kind === 'added' && contractPhone !== undefined && !isTheirOwn && !change.cameLately) {
      await queueMessage(
        { db: transaction, keys: services.keys },
        {
          channel: 'sms',
          recipient: contractPhone,
          kind: 'accessAdded',
          account: accountNumber,
          params: { account: accountNumber, who },
        },
        now,
      );
    }
  });
}

function fieldOf(payload: unknown, name: string): string {
  const value: unknown =
    typeof payload === 'object' && payload !== null ? Reflect.get(payload, name) : undefined;
  if (typeof value !== 'string') throw new Error(`a job without its ${name}`);
  return value;
}

/**
 * The job of a change of access: puts the change among the news of the account, notifies everybody who has it and the phone of the
 * contract. Tried again while the billing does not answer.
 */
export function accessTasks(services: AnnouncementServices): Tasks {
  return {
    [accessChangeJob]: (payload, { reference }) =>
      notifyOfChange(services, fieldOf(payload, 'account'), fieldOf(payload, 'changeId'), reference),
  };
}

type AccessNow = CallResult<FieldsOf<typeof listAccess>>;

/**
 * Ends the access of another person, in every session. Allowed to the holder of the contract; own access is ended by removing the
 * object. The code is replaced first: while the billing does not answer nothing changes. Source: product.md section 5, decision 0076.
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
  const renewed = await endAccountCode(account, context);
  const change = {
    identityId,
    accountNumber: account,
    kind: 'ended',
    actorId,
    at: context.clock.now(),
  } as const;
  if (!(await deleteOwnedObject(services.db, change))) return fail('common.notFound');
  const people = facts.people.filter((one) => one !== person);
  const contract = { ...facts.contract, ...renewed };
  return succeed(accessFields({ ...facts, contract, people }, actorId));
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
