import { type Selectable, sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { DB } from '#portal/database.gen.ts';
import type { MessageChannel } from '#portal/gateways/messages/message-gateway.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { MessageKind } from './message.template.ts';

type Row = Selectable<DB['portal.outgoing_message']>;

/** A message as it is kept. */
export interface StoredMessage extends Omit<Row, 'channel' | 'kind'> {
  readonly channel: MessageChannel;
  readonly kind: MessageKind;
}

/** Begins an attempt on a message that still waits, and counts it; undefined: it waits no more. */
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

/** How a message ended. */
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

/** Writes how a message ended. Its body is gone, unless it is to be read in the outbox. */
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

/** Notes why an attempt failed; the message goes on waiting. */
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

/** Keeps other sealed params of a message that waits. */
export async function replaceBody(db: PortalDatabase, messageId: string, body: Buffer): Promise<void> {
  await db
    .updateTable('portal.outgoing_message')
    .set({ body_sealed: body })
    .where('message_id', '=', messageId)
    .execute();
}

const dayMs = 86_400_000;

/** Ends what nobody will send any more: its time is over, or without one its job is lost for a day. Answers how many. */
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

/** Messages that ended stay this long for whoever asks what became of them. */
const keptDays = 30;
/** Those of people without a cabinet say nothing but who was tried. */
const withheldDays = 2;

/** Deletes messages that ended: 30 days after they were asked for, withheld ones after 2. Answers how many. */
export async function forgetMessages(db: PortalDatabase, now: Instant): Promise<number> {
  const daysAgo = (days: number) => instantToIso((now - days * dayMs) as Instant);
  const { numAffectedRows } = await sql`
    delete from portal.outgoing_message
     where state <> 'queued' and created_at < ${daysAgo(withheldDays)}::timestamptz
       and (state = 'withheld' or created_at < ${daysAgo(keptDays)}::timestamptz)
  `.execute(db);
  return Number(numAffectedRows ?? 0n);
}

const newest = 50;

/** The newest 50 messages, to one recipient or to all, the newest first. */
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
