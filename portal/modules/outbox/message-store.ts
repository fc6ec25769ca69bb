import { type Selectable, sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import {
  int4,
  nullable,
  type RowOf,
  text,
  timestamptz,
  typedSql,
  uuid,
} from '#platform/database/typed-sql.ts';
import type { DB } from '#portal/database.gen.ts';
import type { MessageChannel } from '#portal/gateways/messages/message-gateway.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { MessageKind } from './message.template.ts';

type Row = Selectable<DB['portal.outgoing_message']>;

/** A stored message. */
export interface StoredMessage extends Omit<Row, 'channel' | 'kind'> {
  readonly channel: MessageChannel;
  readonly kind: MessageKind;
}

/** Starts and counts an attempt on a queued message; undefined: it is no longer queued. */
export async function beginAttempt(
  db: PortalDatabase,
  messageId: string,
): Promise<StoredMessage | undefined> {
  const row = await db
    .updateTable('portal.outgoing_message')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('message_id', '=', messageId)
    .where('state', '=', 'queued')
    .returningAll()
    .executeTakeFirst();
  return row as StoredMessage | undefined;
}

/** Final state of a message. */
export type MessageEnd =
  | {
      readonly state: 'sent';
      readonly provider: string;
      readonly reference: string;
      readonly at: Instant;
      readonly keepBody: boolean;
    }
  | { readonly state: 'failed'; readonly provider: string | null; readonly reason: string }
  | { readonly state: 'withheld' | 'expired' };

/** Stores the final state. The body is deleted unless the outbox shows it. */
export async function endMessage(db: PortalDatabase, messageId: string, end: MessageEnd): Promise<void> {
  await db
    .updateTable('portal.outgoing_message')
    .set({
      state: end.state,
      ...(!(end.state === 'sent' && end.keepBody) && { body_sealed: null }),
      ...(end.state === 'sent' && {
        provider: end.provider,
        provider_reference: end.reference,
        sent_at: instantToIso(end.at),
        last_error: null,
      }),
      ...(end.state === 'failed' && { provider: end.provider, last_error: end.reason }),
    })
    .where('message_id', '=', messageId)
    .execute();
}

/** Stores the reason of a failed attempt; the message remains queued. */
export async function noteFailedAttempt(
  db: PortalDatabase,
  messageId: string,
  provider: string | null,
  reason: string,
): Promise<void> {
  await db
    .updateTable('portal.outgoing_message')
    .set({ provider, last_error: reason })
    .where('message_id', '=', messageId)
    .execute();
}

/** Replaces the sealed params of a queued message. */
export async function replaceBody(db: PortalDatabase, messageId: string, body: Buffer): Promise<void> {
  await db
    .updateTable('portal.outgoing_message')
    .set({ body_sealed: body })
    .where('message_id', '=', messageId)
    .execute();
}

const dayMs = 86_400_000;

/** Closes expired messages, and those without expiry whose job is missing for a day. Returns their number. */
export async function endStaleMessages(db: PortalDatabase, now: Instant): Promise<number> {
  const [at, dayAgo] = [instantToIso(now), instantToIso((now - dayMs) as Instant)];
  const { numAffectedRows } = await sql`
    update portal.outgoing_message
       set state = case when expires_at <= ${at}::timestamptz then 'expired' else 'failed' end,
           body_sealed = null
     where state = 'queued' and (expires_at <= ${at}::timestamptz
       or (expires_at is null and created_at < ${dayAgo}::timestamptz))
  `.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Deletes finished messages that were queued before a moment: withheld ones, which reveal only which contacts were tried, or all. */
export async function deleteOldMessages(
  db: PortalDatabase,
  which: 'withheld' | 'all',
  before: Instant,
  limit: number,
): Promise<number> {
  const states = which === 'withheld' ? sql`state = 'withheld'` : sql`state <> 'queued'`;
  const { numAffectedRows } = await sql`
    delete from portal.outgoing_message where message_id in (
      select message_id from portal.outgoing_message
       where ${states} and created_at < ${instantToIso(before)}::timestamptz limit ${limit}::integer)`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}

const newest = 50;

/** The newest 50 messages, to one recipient or to all, newest first. */
export async function listNewestMessages(
  db: PortalDatabase,
  recipient: string | undefined,
): Promise<StoredMessage[]> {
  const rows = await db
    .selectFrom('portal.outgoing_message')
    .selectAll()
    .$if(recipient !== undefined, (query) => query.where('recipient', '=', recipient ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('message_id', 'desc')
    .limit(newest)
    .execute();
  return rows as StoredMessage[];
}

const sentColumns = {
  id: uuid(),
  channel: text<MessageChannel>(),
  recipient: text(),
  kind: text(),
  state: text<'queued' | 'sent' | 'failed' | 'withheld' | 'expired'>(),
  createdAt: timestamptz<Instant>(),
  sentAt: nullable(timestamptz<Instant>()),
  moment: text(),
};

/** Which messages: to any of these recipients, or about an account. */
type MessagesOf = { readonly since: Instant } & (
  | { readonly recipients: readonly string[] }
  | { readonly account: string }
);

/** Messages since a moment, newest first, without their text; after the one with this moment and id. */
export async function listSentMessages(
  db: PortalDatabase,
  of: MessagesOf,
  { after, limit }: { readonly after?: readonly [moment: string, id: string]; readonly limit: number },
): Promise<RowOf<typeof sentColumns>[]> {
  const [moment = null, id = null] = after ?? [];
  const which =
    'account' in of
      ? sql`account_number = ${of.account}`
      : sql`recipient = any(${[...of.recipients]}::text[])`;
  const { rows } = await typedSql(sentColumns)`
    select message_id as id, channel, recipient, kind, state, created_at as "createdAt", sent_at as "sentAt",
           to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment
      from portal.outgoing_message
     where ${which} and created_at >= ${instantToIso(of.since)}::timestamptz
       and (${moment}::timestamptz is null or (created_at, message_id) < (${moment}::timestamptz, ${id}::uuid))
     order by created_at desc, message_id desc limit ${limit}::integer`.execute(db);
  return rows;
}

const deliveryMs = 30 * 60_000;
const lateCodeMs = 2 * 60_000;

/** What was delivered by SMS and mail of the messages of the last half hour. */
export async function readDeliveries(
  db: PortalDatabase,
  now: Instant,
): Promise<{ readonly sent: number; readonly failed: number; readonly lateCodes: number }> {
  const ago = (ms: number) => sql`${instantToIso((now - ms) as Instant)}::timestamptz`;
  const { rows } = await typedSql({ sent: int4(), failed: int4(), lateCodes: int4() })`
    select (count(*) filter (where state = 'sent'))::integer as sent,
           (count(*) filter (where state = 'failed'))::integer as failed,
           (count(*) filter (where state = 'queued' and kind = 'code' and created_at < ${ago(lateCodeMs)}))::integer as "lateCodes"
      from portal.outgoing_message
     where created_at > ${ago(deliveryMs)} and created_at <= ${ago(0)} and channel <> 'push'`.execute(db);
  return rows[0] ?? { sent: 0, failed: 0, lateCodes: 0 };
}

/** Deletes messages to these phones and addresses, queued ones too. */
export async function deleteMessagesTo(
  transaction: PortalDatabase,
  recipients: readonly string[],
): Promise<void> {
  await sql`delete from portal.outgoing_message where recipient = any(${[...recipients]}::text[])`.execute(
    transaction,
  );
}
