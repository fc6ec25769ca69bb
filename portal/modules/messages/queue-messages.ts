import { sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { addJobs } from '#platform/jobs/add-jobs.ts';
import { newId } from '#platform/uuid.ts';
import type { PortalServices } from '#portal/http/route.ts';
import { mostAttempts, type NewMessage, noticePriority, sendingJobs } from './queue-message.ts';
import { sealBody } from './seal.ts';

/** A notice of many; it may wait for the morning. */
export interface NewNotice
  extends Pick<NewMessage, 'channel' | 'recipient' | 'kind' | 'params' | 'expiresAt'> {
  /** Not before this moment; absent: at once. */
  readonly sendAt?: Instant | undefined;
}

/** Keeps many notices until they are sent, in two statements of the caller's transaction. */
export async function queueMessages(
  { db, secretFor }: Pick<PortalServices, 'db' | 'secretFor'>,
  notices: readonly NewNotice[],
  now: Instant,
): Promise<void> {
  if (notices.length === 0) return;
  const secret = secretFor('messages');
  const messages = notices.map((notice) => ({ ...notice, messageId: newId() }));
  const rows = messages.map(({ messageId, channel, recipient, kind, params, expiresAt }) => ({
    message_id: messageId,
    channel,
    recipient,
    kind,
    body: sealBody(secret, JSON.stringify(params)).toString('base64'),
    expires_at: expiresAt === undefined ? null : instantToIso(expiresAt),
  }));
  await sql`
    insert into portal.outgoing_message (message_id, channel, recipient, kind, body_sealed, created_at, expires_at)
    select message_id, channel, recipient, kind, decode(body, 'base64'), ${instantToIso(now)}::timestamptz, expires_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (message_id uuid, channel text, recipient text,
      kind text, body text, expires_at timestamptz)
  `.execute(db);
  await addJobs(
    db,
    messages.map(({ messageId, channel, sendAt }) => ({
      name: sendingJobs[channel],
      payload: { messageId },
      maxAttempts: mostAttempts,
      key: messageId,
      priority: noticePriority,
      ...(sendAt !== undefined && { runAt: sendAt }),
    })),
  );
}
