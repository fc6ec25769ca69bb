import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { bool, int4, typedSql } from '#platform/database/typed-sql.ts';
import { keyIdOf, sealText, tryOpenText } from '#platform/key-ring.ts';
import { newId } from '#platform/uuid.ts';
import type { MessageGateway } from '#portal/gateways/messages/message-gateway.ts';
import { type PushSubscription, vapidKeysOf } from '#portal/gateways/messages/web-push/push-subscription.ts';
import {
  createWebPushGateway,
  type Subscriptions,
} from '#portal/gateways/messages/web-push/web-push-gateway.ts';
import type { PortalServices } from '#portal/http/route.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** Whom push services may turn to: the site itself, or whoever its mail comes from. */
function contactOf({ publicUrl, mail }: PortalServices['config']): string {
  if (publicUrl.startsWith('https://')) return publicUrl;
  const address = /<([^<>]+)>$/.exec(mail?.from ?? '')?.[1] ?? mail?.from;
  return `mailto:${address ?? 'no-reply@localhost.localdomain'}`;
}

/** Sends to subscribed browsers. */
export function createPushSender(services: Pick<PortalServices, 'db' | 'keys' | 'config'>): MessageGateway {
  const { config } = services;
  return createWebPushGateway({
    contact: contactOf(config),
    services: config.pushServices,
    subscriptions: createSubscriptions(services),
  });
}

type Store = Pick<PortalServices, 'db' | 'keys'>;
type Owner = { readonly identityId: string; readonly sessionId: string };

/** Browsers of one person; the oldest gives way to another. */
const maxDevices = 10;

const digestOf = (endpoint: string) => createHash('sha256').update(endpoint).digest();
const ringOf = ({ keys }: Store) => keys.links.derive('push-subscriptions');

async function countDevices(db: PortalDatabase, identityId: string): Promise<number> {
  const { rows } = await typedSql({ devices: int4() })`
    select count(*)::integer as devices from portal.push_subscription where identity_id = ${identityId}::uuid
  `.execute(db);
  return rows[0]?.devices ?? 0;
}

/** Keeps a browser for the signed-in user there now, whosever it was. Returns how many the person has. */
export async function keepSubscription(
  store: Store,
  { identityId, sessionId }: Owner,
  subscription: PushSubscription,
  now: Instant,
): Promise<number> {
  const { db } = store;
  const sealed = sealText(ringOf(store), JSON.stringify(subscription));
  await sql`
    insert into portal.push_subscription
      (subscription_id, identity_id, session_id, endpoint_digest, subscription_sealed, added_at)
    values (${newId()}::uuid, ${identityId}::uuid, ${sessionId}::uuid, ${digestOf(subscription.endpoint)}, ${sealed},
            ${instantToIso(now)}::timestamptz)
    on conflict (endpoint_digest) do update
      set identity_id = excluded.identity_id, session_id = excluded.session_id,
          subscription_sealed = excluded.subscription_sealed, added_at = excluded.added_at
  `.execute(db);
  await sql`
    delete from portal.push_subscription
     where subscription_id in (select subscription_id from portal.push_subscription
                                where identity_id = ${identityId}::uuid
                                order by added_at desc, subscription_id desc offset ${maxDevices}::integer)
  `.execute(db);
  return countDevices(db, identityId);
}

/** Forgets a browser of a person. Returns how many are left. */
export async function dropSubscription(
  db: PortalDatabase,
  identityId: string,
  endpoint: string,
): Promise<number> {
  await sql`
    delete from portal.push_subscription
     where endpoint_digest = ${digestOf(endpoint)} and identity_id = ${identityId}::uuid
  `.execute(db);
  return countDevices(db, identityId);
}

/**
 * Ties a browser to the session that it is in now, so that it is forgotten with it; of somebody else it is forgotten at
 * once. False: it is not known any more.
 */
export async function confirmSubscription(
  db: PortalDatabase,
  { identityId, sessionId }: Owner,
  endpoint: string,
): Promise<boolean> {
  const { rows } = await typedSql({ isKnown: bool() })`
    with foreign_one as (
      delete from portal.push_subscription
       where endpoint_digest = ${digestOf(endpoint)} and identity_id <> ${identityId}::uuid
    ), own as (
      update portal.push_subscription set session_id = ${sessionId}::uuid
       where endpoint_digest = ${digestOf(endpoint)} and identity_id = ${identityId}::uuid
      returning 1
    )
    select exists (select from own) as "isKnown"
  `.execute(db);
  return rows[0]?.isKnown === true;
}

/** The ids of the browsers that an identity subscribed: messages to them name one. */
export async function listPushIds(db: PortalDatabase, identityId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('portal.push_subscription')
    .select('subscription_id as id')
    .where('identity_id', '=', identityId)
    .execute();
  return rows.map(({ id }) => id);
}

/** Subscribed browsers for the gateway that sends to them. */
export function createSubscriptions(store: Store): Subscriptions {
  const { db } = store;
  return {
    async find(subscriptionId) {
      const row = await db
        .selectFrom('portal.push_subscription')
        .select('subscription_sealed')
        .where('subscription_id', '=', subscriptionId)
        .executeTakeFirst();
      const opened = row && tryOpenText(ringOf(store), row.subscription_sealed);
      const key = row && store.keys.links.derive('web-push').find(keyIdOf(row.subscription_sealed));
      if (opened === undefined || key === undefined) return undefined;
      return { subscription: JSON.parse(opened) as PushSubscription, vapid: vapidKeysOf(key.secret) };
    },
    async delete(subscriptionId) {
      await db.deleteFrom('portal.push_subscription').where('subscription_id', '=', subscriptionId).execute();
    },
  };
}
