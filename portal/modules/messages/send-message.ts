import type { Instant } from '#domain/time/instant.ts';
import type { MessageGateways } from '#portal/gateways/messages/all-gateways.ts';
import type { Delivery, MessageGateway } from '#portal/gateways/messages/message-gateway.ts';
import { outboxName } from '#portal/gateways/messages/outbox/outbox-gateway.ts';
import type { PortalServices } from '#portal/http/route.ts';
import { attachBill } from './attach-bill.ts';
import { withDueNow } from './due-of-message.ts';
import { isKnownRecipient } from './is-known-recipient.ts';
import { composeMessage } from './message.template.ts';
import {
  beginAttempt,
  endMessage,
  noteFailedAttempt,
  replaceBody,
  type StoredMessage,
} from './message-store.ts';
import { isPatient, pauseAfter } from './patience.ts';
import { addSendingJob, billPriority, mostAttempts, noticePriority } from './queue-message.ts';
import { openParams, sealBody } from './seal.ts';

export interface SendingServices
  extends Pick<PortalServices, 'db' | 'clock' | 'secretFor' | 'billing' | 'config'> {
  readonly gateways: MessageGateways;
}

/** A fault of ours counts as a failed attempt like one of the provider. */
async function deliver(
  services: SendingServices,
  gateway: MessageGateway | undefined,
  message: StoredMessage,
): Promise<{ readonly delivery: Delivery | { readonly kind: 'outdated' }; readonly fault?: unknown }> {
  const { message_id: messageId, channel, kind, recipient, body_sealed: sealed } = message;
  if (gateway === undefined) return { delivery: { kind: 'failed', reason: 'no provider' } };
  if (sealed === null) return { delivery: { kind: 'refused', reason: 'no body' } };
  try {
    const attachment = await attachBill(services, message);
    const secret = services.secretFor('messages');
    const kept = openParams(secret, sealed);
    const params = await withDueNow(services, message, kept, services.clock.now());
    if (params === undefined) return { delivery: { kind: 'outdated' } };
    // The outbox shows what was sent.
    if (params !== kept && gateway.name === outboxName)
      await replaceBody(services.db, messageId, sealBody(secret, JSON.stringify(params)));
    const text = composeMessage(channel, kind, attachment ? { ...params, attached: 'bill' } : params);
    const outgoing = { messageId, recipient, ...text, ...(attachment && { attachment }) };
    return { delivery: await gateway.send(outgoing) };
  } catch (fault) {
    return { delivery: { kind: 'failed', reason: 'a fault of ours' }, fault };
  }
}

/**
 * One attempt to send a message: 'expired' when its time is over or it reminds of what is paid, 'withheld' when it is only for somebody known and the
 * recipient is not; else the providers of its channel are asked in turn, one in each attempt. A message that is sent,
 * refused or tried six times has come to its end, and its body is gone; letters of bills wait longer and longer instead,
 * until their time is over. Throws when it is worth another attempt.
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
  if (delivery.kind === 'outdated') return endMessage(db, messageId, { state: 'expired' });
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
  const waits = isPatient(message);
  if (kind === 'refused' || (message.attempts >= mostAttempts && !waits)) {
    return endMessage(db, messageId, { state: 'failed', provider, reason });
  }
  await noteFailedAttempt(db, messageId, provider, reason);
  const pauseSeconds = retryAfterSeconds ?? (waits ? pauseAfter(message.attempts) : undefined);
  if (pauseSeconds !== undefined) {
    const runAt = (clock.now() + pauseSeconds * 1000) as Instant;
    const priority = message.attached_account === null ? noticePriority : billPriority;
    return addSendingJob(db, message.channel, messageId, { priority, runAt });
  }
  throw new Error(`message ${messageId} by ${provider ?? message.channel}: ${reason}`, { cause: fault });
}
