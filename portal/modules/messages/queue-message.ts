import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { addJob } from '#platform/jobs/add-job.ts';
import { newId } from '#platform/uuid.ts';
import type { PortalServices } from '#portal/http/route.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { MessageKind, MessageParams } from './message.template.ts';
import { sealBody } from './seal.ts';

/** A message to be sent. */
export interface NewMessage {
  readonly channel: 'sms' | 'mail';
  readonly recipient: string;
  readonly kind: MessageKind;
  readonly params: MessageParams;
  /** Whether it is sent only to somebody who is known; decided where it is sent. */
  readonly condition?: 'always' | 'knownPerson' | 'knownEntity';
  /** The account that the condition asks about. */
  readonly conditionAccount?: string;
  /** After this it is not sent any more. */
  readonly expiresAt?: Instant;
}

/** The job that sends a message of a channel: each has its own, so that one that hangs does not hold up the other. */
export const sendingJobs = { sms: 'send-sms', mail: 'send-mail' } as const;

/** Somebody stands before the screen and waits for a code; the lower number goes first. */
const priorities = { code: 0, notice: 10 } as const;

/** How often a message is tried: within four minutes, for a code lives five. */
export const mostAttempts = 6;

/**
 * Keeps a message until it is sent, its body sealed, and asks for its sending: both in the caller's transaction, or in one
 * of their own. Answers its id.
 */
export async function queueMessage(
  { db, secretFor }: Pick<PortalServices, 'db' | 'secretFor'>,
  message: NewMessage,
  now: Instant,
): Promise<string> {
  const messageId = newId();
  async function keep(transaction: PortalDatabase): Promise<void> {
    await transaction
      .insertInto('portal.outgoing_message')
      .values({
        message_id: messageId,
        channel: message.channel,
        recipient: message.recipient,
        kind: message.kind,
        body_sealed: sealBody(secretFor('messages'), JSON.stringify(message.params)),
        condition: message.condition ?? 'always',
        condition_account: message.conditionAccount ?? null,
        created_at: instantToIso(now),
        expires_at: message.expiresAt === undefined ? null : instantToIso(message.expiresAt),
      })
      .execute();
    await addJob(
      transaction,
      sendingJobs[message.channel],
      { messageId },
      {
        maxAttempts: mostAttempts,
        key: messageId,
        priority: message.kind === 'code' ? priorities.code : priorities.notice,
      },
    );
  }
  await (db.isTransaction ? keep(db) : db.transaction().execute(keep));
  return messageId;
}
