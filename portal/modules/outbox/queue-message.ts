import type { Instant } from '#domain/time/instant.ts';
import { addJob, type NewJob } from '#platform/jobs/add-jobs.ts';
import type { MessageChannel } from '#portal/gateways/messages/message-gateway.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { MessageKind, MessageParams } from './message.template.ts';

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
export function priorityOf(kind: MessageKind): number {
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
