import { RECIPIENT_LIST } from '#billing/api/notifications.ts';
import type { BillingClient } from '#billing/client.ts';
import type { Clock } from '#platform/clock.ts';
import { addJob } from '#platform/jobs/add-jobs.ts';
import type { Tasks } from '#platform/jobs/task.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { listOwners, type NoticeServices, sendNotices } from '../notifications/public.ts';
import {
  deliverTo,
  findOpenDispatch,
  listDueDispatches,
  listTargets,
  noteNotified,
} from './dispatch-store.ts';
import type { Audience } from './sent-store.ts';

interface DeliveryServices extends NoticeServices {
  readonly db: PortalDatabase;
  readonly billing: BillingClient;
  readonly clock: Clock;
  /** Accounts of one part, which is one transaction. */
  readonly partSize?: number;
}

const job = 'deliver-message';
const usualPartSize = 1000;
const maxAttempts = 10;

/** Asks for the delivery of a message when its time has come; one that waits already is enough. */
export function askForDelivery(db: PortalDatabase, messageId: string): Promise<void> {
  return addJob(db, job, { messageId }, { maxAttempts, key: `${job}:${messageId}` });
}

/** Asks for all messages whose time has come: planned ones, and those whose node died in the middle. */
export async function askForDueDeliveries({ db, clock }: DeliveryServices): Promise<void> {
  for (const messageId of await listDueDispatches(db, clock.now())) await askForDelivery(db, messageId);
}

/** The next accounts that a message goes to; `next`: after which the one after begins, null: there is none. */
async function nextPart(
  { db, billing, partSize = usualPartSize }: DeliveryServices,
  messageId: string,
  { audience, cursor }: { readonly audience: Audience; readonly cursor: string },
  reference: string,
) {
  if (audience.kind === 'accounts') {
    const accountNumbers = await listTargets(db, messageId, cursor, partSize);
    return {
      accountNumbers,
      next: accountNumbers.length < partSize ? null : (accountNumbers.at(-1) ?? null),
    };
  }
  const asked = { rule: audience.rule ?? {}, after: cursor, limit: partSize };
  const result = await billing.call(RECIPIENT_LIST, asked, { reference, actor: 'portal' });
  if (!result.ok) throw new Error(`RECIPIENT_LIST refused: ${result.code}`);
  return result.data;
}

/** Delivers the next part of a message with the notices of it; answers whether there is more. */
async function deliverPart(
  services: DeliveryServices,
  messageId: string,
  reference: string,
): Promise<boolean> {
  const { db, clock } = services;
  const dispatch = await findOpenDispatch(db, messageId);
  if (dispatch === undefined || dispatch.deliverAt > clock.now()) return false;
  const { cursor, title } = dispatch;
  const { accountNumbers, next } = await nextPart(services, messageId, dispatch, reference);
  const now = clock.now();
  return db.transaction().execute(async (transaction) => {
    const part = { from: cursor, accountNumbers, next };
    if (!(await deliverTo(transaction, messageId, part, now))) return true;
    const owners = await listOwners(transaction, accountNumbers);
    const fresh = await noteNotified(
      transaction,
      messageId,
      owners.map(({ identityId }) => identityId),
    );
    const first = new Map(owners.toReversed().map((owner) => [owner.identityId, owner]));
    const notices = [...first.values()].flatMap(({ identityId, accountNumber, name }) =>
      fresh.has(identityId)
        ? [
            {
              identityId,
              kind: 'supplierMessage' as const,
              params: { title, account: accountNumber, name: name ?? '' },
              aboutId: messageId,
            },
          ]
        : [],
    );
    await sendNotices(services, transaction, notices, now);
    return next !== null;
  });
}

/**
 * The job that delivers a message: part by part, the next by a job after it. A part, its notices and how far the message has come
 * are one transaction, so that a node that dies leaves no account out and comes to none twice.
 */
export function deliveryTasks(services: DeliveryServices): Tasks {
  return {
    [job]: async (payload, { reference }) => {
      const isNamed = typeof payload === 'object' && payload !== null && 'messageId' in payload;
      if (!isNamed) throw new Error('a job without its message');
      const messageId = String(payload.messageId);
      if (await deliverPart(services, messageId, reference)) await askForDelivery(services.db, messageId);
    },
  };
}
