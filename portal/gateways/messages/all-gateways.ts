import type { Config } from '#portal/config.ts';
import { createAlphasmsGateway } from './alphasms/alphasms-gateway.ts';
import type { MessageChannel, MessageGateway } from './message-gateway.ts';
import { createSmtpGateway } from './smtp/smtp-gateway.ts';
import { createTurbosmsGateway } from './turbosms/turbosms-gateway.ts';

/** Provider name of messages that are readable at /dev/outbox. */
export const outboxName = 'outbox';

/** Sends nothing: the message can be read at /dev/outbox. Not available in production. */
function createOutboxGateway(channel: MessageChannel): MessageGateway {
  return {
    name: outboxName,
    channel,
    send: async ({ messageId }) => ({ kind: 'sent', reference: messageId }),
  };
}

/** Providers of each channel in the order of use; an empty list: the channel cannot send. */
export type MessageGateways = Readonly<Record<MessageChannel, readonly MessageGateway[]>>;

/**
 * The providers with credentials. A channel without one uses the development outbox, which does not exist in production;
 * the caller that can look subscriptions up passes `push`.
 */
export function createMessageGateways(
  config: Pick<Config, 'production' | 'turbosms' | 'alphasms' | 'mail'>,
  push?: MessageGateway,
): MessageGateways {
  const { production, turbosms, alphasms, mail } = config;
  const sms = [
    ...(turbosms ? [createTurbosmsGateway({ ...turbosms, token: turbosms.secret })] : []),
    ...(alphasms ? [createAlphasmsGateway({ ...alphasms, key: alphasms.secret })] : []),
  ];
  const mails = mail ? [createSmtpGateway(mail)] : [];
  const orOutbox = (channel: MessageChannel, gateways: readonly MessageGateway[]) =>
    gateways.length > 0 || production ? gateways : [createOutboxGateway(channel)];
  return { sms: orOutbox('sms', sms), mail: orOutbox('mail', mails), push: push ? [push] : [] };
}

/** Whether some channel uses the development outbox. */
export function usesOutbox(gateways: MessageGateways): boolean {
  return Object.values(gateways)
    .flat()
    .some(({ name }) => name === outboxName);
}
