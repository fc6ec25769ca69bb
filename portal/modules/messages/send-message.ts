import type { Instant } from '#domain/time/instant.ts';
import type { MessageGateways } from '#portal/gateways/messages/all-gateways.ts';
import type { Delivery, MessageGateway } from '#portal/gateways/messages/message-gateway.ts';
import { outboxName } from '#portal/gateways/messages/outbox/outbox-gateway.ts';
import type { PortalServices } from '#portal/http/route.ts';
import { isKnownRecipient } from './is-known-recipient.ts';
import { composeMessage } from './message.template.ts';
import { beginAttempt, endMessage, noteFailedAttempt, type StoredMessage } from './message-store.ts';
import { addSendingJob, mostAttempts, noticePriority } from './queue-message.ts';
import { openParams } from './seal.ts';

export interface SendingServices extends Pick<PortalServices, 'db' | 'clock' | 'secretFor'> {
  readonly gateways: MessageGateways;
}

/** A fault of ours counts as a failed attempt like one of the provider. */
async function deliver(
  { secretFor }: SendingServices,
  gateway: MessageGateway | undefined,
  { message_id: messageId, channel, kind, recipient, body_sealed: sealed }: StoredMessage,
): Promise<{ readonly delivery: Delivery; readonly fault?: unknown }> {
  if (gateway === undefined) return { delivery: { kind: 'failed', reason: 'no provider' } };
  if (sealed === null) return { delivery: { kind: 'refused', reason: 'no body' } };
  try {
    const text = composeMessage(channel, kind, openParams(secretFor('messages'), sealed));
    return { delivery: await gateway.send({ messageId, recipient, ...text }) };
  } catch (fault) {
    return { delivery: { kind: 'failed', reason: 'a fault of ours' }, fault };
  }
}

/**
 * One attempt to send a message: 'expired' when its time is over, 'withheld' when it is only for somebody known and the
 * recipient is not; else the providers of its channel are asked in turn, one in each attempt. A message that is sent,
 * refused or tried six times has come to its end, and its body is gone. Throws when it is worth another attempt.
 */
export async function sendMessage(services: SendingServices, messageId: string): Promise<void> {
  const { db, clock, gateways } = services;
  const message = await beginAttempt(db, messageId);
  if (message === undefined) return;
  if (message.expires_at !== null && message.expires_at <= clock.now()) {
    return endMessage(db, messageId, { state: 'expired' });
  }
  if (!(await isKnownRecipient(db, message))) return endMessage(db, messageId, { state: 'withheld' });

  const providers = gateways[message.channel];
  const gateway = providers[(message.attempts - 1) % Math.max(1, providers.length)];
  const provider = gateway?.name ?? null;
  const { delivery, fault } = await deliver(services, gateway, message);
  if (delivery.kind === 'sent') {
    const keepBody = gateway?.name === outboxName;
    return endMessage(db, messageId, {
      state: 'sent',
      provider: gateway?.name ?? '',
      reference: delivery.reference,
      at: clock.now(),
      keepBody,
    });
  }
  const { kind, reason, retryAfterSeconds } = delivery;
  if (kind === 'refused' || message.attempts >= mostAttempts) {
    return endMessage(db, messageId, { state: 'failed', provider, reason });
  }
  await noteFailedAttempt(db, messageId, provider, reason);
  if (retryAfterSeconds !== undefined) {
    const runAt = (clock.now() + retryAfterSeconds * 1000) as Instant;
    return addSendingJob(db, message.channel, messageId, { priority: noticePriority, runAt });
  }
  throw new Error(`message ${messageId} by ${provider ?? message.channel}: ${reason}`, { cause: fault });
}
