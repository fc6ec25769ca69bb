import { sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { addJobs } from '#platform/jobs/add-jobs.ts';
import { newId } from '#platform/uuid.ts';
import type { PortalServices } from '#portal/http/route.ts';
import {
  type AttachedBill,
  billPriority,
  maxAttempts,
  type NewMessage,
  noticePriority,
  sendingJobs,
} from './queue-message.ts';
import { createParamsSealer } from './seal.ts';

/** A bulk notice; it may be delayed until the morning. */
export interface NewNotice
  extends Pick<NewMessage, 'channel' | 'recipient' | 'kind' | 'params' | 'expiresAt'> {
  /** Earliest send time; absent: at once. */
  readonly sendAt?: Instant | undefined;
  /** Attachment of a mail. The same bill is sent to an address once. */
  readonly attached?: AttachedBill | undefined;
}

/** Queues many notices in two statements of the caller's transaction. */
export async function queueMessages(
  { db, keys }: Pick<PortalServices, 'db' | 'keys'>,
  notices: readonly NewNotice[],
  now: Instant,
): Promise<void> {
  if (notices.length === 0) return;
  const seal = createParamsSealer({ keys });
  const messages = notices.map((notice) => ({ ...notice, messageId: newId() }));
  const rows = messages.map(({ messageId, channel, recipient, kind, params, expiresAt, attached }) => ({
    message_id: messageId,
    channel,
    recipient,
    kind,
    body: seal(params).toString('base64'),
    expires_at: expiresAt === undefined ? null : instantToIso(expiresAt),
    account: attached?.account ?? null,
    period: attached?.period ?? null,
  }));
  const { rows: kept } = await sql<{ messageId: string }>`
    insert into portal.outgoing_message (message_id, channel, recipient, kind, body_sealed, created_at, expires_at,
      attached_account, attached_period)
    select message_id, channel, recipient, kind, decode(body, 'base64'), ${instantToIso(now)}::timestamptz, expires_at,
      account, period
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (message_id uuid, channel text, recipient text,
      kind text, body text, expires_at timestamptz, account text, period text)
    on conflict do nothing
    returning message_id as "messageId"
  `.execute(db);
  const keptIds = new Set(kept.map(({ messageId }) => messageId));
  await addJobs(
    db,
    messages
      .filter(({ messageId }) => keptIds.has(messageId))
      .map(({ messageId, channel, sendAt, attached }) => ({
        name: sendingJobs[channel],
        payload: { messageId },
        maxAttempts: maxAttempts,
        key: messageId,
        priority: attached === undefined ? noticePriority : billPriority,
        ...(sendAt !== undefined && { runAt: sendAt }),
      })),
  );
}
