import { ACCOUNT_ACCESS_GET, ACCOUNT_CODE_RENEW } from '#billing/api/accounts.ts';
import type { BillingClient } from '#billing/client.ts';
import { parsePhone } from '#domain/identifiers/contacts.ts';
import { instantToIso } from '#domain/time/instant.ts';
import type { Clock } from '#platform/clock.ts';
import type { Tasks } from '#platform/jobs/task.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { insertAccountEvents } from '../../events/public.ts';
import { type Notice, type NoticeServices, sendNotices } from '../../notifications/public.ts';
import { queueMessage } from '../../outbox/public.ts';
import { holdsContract, maskedPhone } from '../custom-info.ts';
import { accessChangeJob } from '../object-store.ts';
import {
  findUnannouncedChange,
  listPeople,
  markAnnounced,
  type PersonWithAccess,
  type UnannouncedChange,
} from './access-store.ts';
import { followHolderChange, holderChangeJob } from './follow-holder-change.ts';
import { shortName } from './show-access.ts';

export interface AnnouncementServices extends NoticeServices {
  readonly db: PortalDatabase;
  readonly billing: BillingClient;
  readonly clock: Clock;
}

/** Whether the code must be replaced: a person who knows it was removed, or left while others stay. */
function endsCode({ kind }: UnannouncedChange, people: readonly PersonWithAccess[]): boolean {
  return kind === 'ended' || (kind === 'left' && people.length > 0);
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
  if (endsCode(change, people)) {
    const renewal = { accountNumber, reason: 'accessEnded', requestId: changeId } as const;
    const renewed = await billing.call(ACCOUNT_CODE_RENEW, renewal, context);
    if (!renewed.ok && renewed.code !== 'common.notFound')
      throw new Error(`ACCOUNT_CODE_RENEW: ${renewed.code}`);
  }
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
 * The jobs of a change of customer (`followHolderChange`), and of a change of access: replaces the code after a removal, puts the change among the news of the account, tells
 * everybody who has it and the phone of the contract. Tried again while the billing does not answer.
 */
export function accessTasks(services: AnnouncementServices): Tasks {
  return {
    [holderChangeJob]: (payload, { reference }) =>
      followHolderChange(services, fieldOf(payload, 'account'), fieldOf(payload, 'eventId'), reference),
    [accessChangeJob]: (payload, { reference }) =>
      notifyOfChange(services, fieldOf(payload, 'account'), fieldOf(payload, 'changeId'), reference),
  };
}
