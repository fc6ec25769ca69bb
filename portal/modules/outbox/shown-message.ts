import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { outboxName } from '#portal/gateways/messages/all-gateways.ts';
import type { MessageChannel } from '#portal/gateways/messages/message-gateway.ts';
import type { PortalServices } from '#portal/http/route.ts';
import { composeMessage } from './message.template.ts';
import type { StoredMessage } from './message-store.ts';
import { openParams } from './seal.ts';

/** A message on /dev/outbox. */
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
  /** Mail only. */
  readonly subject: string | null;
  /** Null: the body is deleted, or the message was not sent through the outbox. */
  readonly text: string | null;
  /** The code in it. */
  readonly code: string | null;
}

/** Converts a message for the outbox; decrypts it only when the outbox sent it. */
export function showMessage(services: Pick<PortalServices, 'keys'>, message: StoredMessage): ShownMessage {
  const { channel, kind, state, provider, body_sealed: sealed } = message;
  const isOurs = state === 'sent' && provider === outboxName;
  const params = sealed === null || !isOurs ? undefined : openParams(services, sealed);
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
