import { type RawBuilder, sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { typedSql, uuid } from '#platform/database/typed-sql.ts';
import { addJob, addJobs, type NewJob } from '#platform/jobs/add-jobs.ts';
import { newId } from '#platform/uuid.ts';
import type { MessageChannel } from '#portal/gateways/messages/message-gateway.ts';
import type { PortalServices } from '#portal/http/route.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { MessageKind, MessageParams } from './message.template.ts';
import { createParamsSealer, type Keyed } from './seal.ts';

/** A bill attached to a mail; rendered when the mail is sent. */
export interface AttachedBill {
  readonly account: string;
  readonly period: string;
}

/** A message to send. */
export interface NewMessage {
  readonly channel: MessageChannel;
  readonly recipient: string;
  readonly kind: MessageKind;
  readonly params: MessageParams;
  /** What account it is about; absent: about none. */
  readonly account?: string | undefined;
  /** Whether to send only to a known recipient; checked when sending. */
  readonly condition?: 'always' | 'knownPerson' | 'knownEntity';
  /** The account for this check. */
  readonly conditionAccount?: string;
  /** Expiry time. */
  readonly expiresAt?: Instant;
}

/** Job of each channel: separate, so that a hanging channel does not block the other. */
export const sendingJobs = { sms: 'send-sms', mail: 'send-mail', push: 'send-push' } as const;

/** Codes have the highest priority (lower = first). */
const codePriority = 0;
export const noticePriority = 10;
/** Closing a period queues many notices: lowest priority. */
export const billPriority = 20;

/** Priority of a message. */
function priorityOf(kind: MessageKind): number {
  return kind === 'code' ? codePriority : noticePriority;
}

/** Max attempts: within four minutes, because a code is valid for five. */
export const maxAttempts = 6;

/** Queues the send job of a stored message, replacing an existing job. */
export function addSendingJob(
  db: PortalDatabase,
  channel: MessageChannel,
  messageId: string,
  when: Pick<NewJob, 'priority' | 'runAt'>,
): Promise<void> {
  return addJob(
    db,
    sendingJobs[channel],
    { messageId },
    { maxAttempts: maxAttempts, key: messageId, ...when },
  );
}

/** CTEs that store messages and queue their jobs; the statement must select `jobs`. */
interface Queueing {
  readonly parts: RawBuilder<unknown>;
  /** Number of queued messages. It must be selected: PostgreSQL skips an unused CTE. */
  readonly jobs: RawBuilder<unknown>;
  /** Message ids, in order. */
  readonly messageIds: readonly string[];
}

/** SQL that stores sealed messages and queues their jobs within a larger statement; nothing unless `when` holds. */
export function queueing(
  services: Pick<PortalServices, 'keys'>,
  messages: readonly NewMessage[],
  now: Instant,
  when: RawBuilder<boolean>,
): Queueing {
  const seal = createParamsSealer(services);
  const rows = messages.map((message) => ({
    id: newId(),
    channel: message.channel,
    recipient: message.recipient,
    kind: message.kind,
    body: seal(message.params).toString('base64'),
    condition: message.condition ?? 'always',
    account: message.account ?? null,
    condition_account: message.conditionAccount ?? null,
    expires_at: message.expiresAt === undefined ? null : instantToIso(message.expiresAt),
    job: sendingJobs[message.channel],
    priority: priorityOf(message.kind),
  }));
  const parts = sql`
    asked_message as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, channel text, recipient text, kind text,
        body text, condition text, account text, condition_account text, expires_at timestamptz, job text, priority smallint)
      where ${when}
    ), kept_message as (
      insert into portal.outgoing_message (message_id, channel, recipient, kind, body_sealed, condition, condition_account,
        account_number, created_at, expires_at)
      select id, channel, recipient, kind, decode(body, 'base64'), condition, condition_account, account,
        ${instantToIso(now)}::timestamptz, expires_at
        from asked_message
    ), message_job as materialized (
      select count(*)::integer as jobs from graphile_worker.add_jobs(array(
        select row(job, json_build_object('messageId', id), null, null, ${maxAttempts}::smallint, id::text, priority,
          array[job])::graphile_worker.job_spec
          from asked_message))
    )`;
  return { parts, jobs: sql`(select jobs from message_job)`, messageIds: rows.map(({ id }) => id) };
}

/** Stores and queues one message in one statement. Returns its id. */
export async function queueMessage(
  { db, keys }: Pick<PortalServices, 'db' | 'keys'>,
  message: NewMessage,
  now: Instant,
): Promise<string> {
  const { parts, jobs, messageIds } = queueing({ keys }, [message], now, sql`true`);
  await sql`with ${parts} select ${jobs} as jobs`.execute(db);
  return messageIds[0] ?? '';
}

/** A bulk notice; it may be delayed until the morning. */
interface NewNotice
  extends Pick<NewMessage, 'channel' | 'recipient' | 'kind' | 'params' | 'account' | 'expiresAt'> {
  /** Earliest send time; absent: at once. */
  readonly sendAt?: Instant | undefined;
  /** Attachment of a mail. The same bill is sent to an address once. */
  readonly attached?: AttachedBill | undefined;
  /** What it tells of, to count notices by state. */
  readonly aboutId?: string | undefined;
}

/** Queues many notices in two statements of the caller's transaction. */
export async function queueMessages(
  { db, keys }: Pick<PortalServices, 'db'> & Keyed,
  notices: readonly NewNotice[],
  now: Instant,
): Promise<void> {
  if (notices.length === 0) return;
  const seal = createParamsSealer({ keys });
  const messages = notices.map((notice) => ({ ...notice, messageId: newId() }));
  const rows = messages.map(
    ({ messageId, channel, recipient, kind, params, account, expiresAt, attached, aboutId }) => ({
      message_id: messageId,
      channel,
      recipient,
      kind,
      body: seal(params).toString('base64'),
      expires_at: expiresAt === undefined ? null : instantToIso(expiresAt),
      account: account ?? null,
      attached_account: attached?.account ?? null,
      period: attached?.period ?? null,
      about_id: aboutId ?? null,
    }),
  );
  const { rows: kept } = await typedSql({ messageId: uuid() })`
    insert into portal.outgoing_message (message_id, channel, recipient, kind, body_sealed, created_at, expires_at,
      account_number, attached_account, attached_period, about_id)
    select message_id, channel, recipient, kind, decode(body, 'base64'), ${instantToIso(now)}::timestamptz, expires_at,
      account, attached_account, period, about_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (message_id uuid, channel text, recipient text,
      kind text, body text, expires_at timestamptz, account text, attached_account text, period text, about_id uuid)
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
