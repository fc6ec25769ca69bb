import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { MessageChannel } from '#portal/gateways/messages/message-gateway.ts';
import { outboxName } from '#portal/gateways/messages/outbox/outbox-gateway.ts';
import { composeMessage } from './message.template.ts';
import type { StoredMessage } from './message-store.ts';
import { openParams } from './seal.ts';

/** A message as /dev/outbox shows it. */
export interface ShownMessage {
  readonly messageId: string;
  readonly channel: MessageChannel;
  readonly recipient: string;
  readonly kind: string;
  readonly state: string;
  readonly provider: string | null;
  readonly attempts: number;
  readonly lastError: string | null;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly sentAt: string | null;
  /** Of mail only. */
  readonly subject: string | null;
  /** Null: the body is gone, or is not the outbox's to show. */
  readonly text: string | null;
  /** The code in it. */
  readonly code: string | null;
}

/** A message for the outbox of development: opened only when it ended there. */
export function showMessage(secret: Buffer, message: StoredMessage): ShownMessage {
  const { channel, kind, state, provider, body_sealed: sealed } = message;
  const isOurs = state === 'sent' && provider === outboxName;
  const params = sealed === null || !isOurs ? undefined : openParams(secret, sealed);
  const composed = params && composeMessage(channel, kind, params);
  return {
    messageId: message.message_id,
    channel,
    recipient: message.recipient,
    kind,
    state,
    provider,
    attempts: message.attempts,
    lastError: message.last_error,
    createdAt: instantToIso(message.created_at as Instant),
    sentAt: message.sent_at === null ? null : instantToIso(message.sent_at as Instant),
    subject: composed?.subject ?? null,
    text: composed?.text ?? null,
    code: params?.code ?? null,
  };
}
