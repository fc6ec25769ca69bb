import type { Instant } from '#domain/time/instant.ts';
import { addJob, type NewJob } from '#platform/jobs/add-job.ts';
import type { MessageChannel } from '#portal/gateways/messages/message-gateway.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { MessageKind, MessageParams } from './message.template.ts';

/** A bill that goes with a letter; it is drawn when the letter is sent. */
export interface AttachedBill {
  readonly account: string;
  readonly period: string;
}

/** A message to be sent. */
export interface NewMessage {
  readonly channel: MessageChannel;
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
export const sendingJobs = { sms: 'send-sms', mail: 'send-mail', push: 'send-push' } as const;

/** Somebody stands before the screen and waits for a code; the lower number goes first. */
const codePriority = 0;
export const noticePriority = 10;
/** A closing brings very many: they go when nothing else waits. */
export const billPriority = 20;

/** What a message waits behind. */
export function priorityOf(kind: MessageKind): number {
  return kind === 'code' ? codePriority : noticePriority;
}

/** How often a message is tried: within four minutes, for a code lives five. */
export const mostAttempts = 6;

/** Asks for the sending of a message that is kept; in place of what asked before. */
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
    { maxAttempts: mostAttempts, key: messageId, ...when },
  );
}
