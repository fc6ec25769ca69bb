import type { Config } from '#portal/config.ts';
import { createAlphasmsGateway } from './alphasms/alphasms-gateway.ts';
import type { MessageChannel, MessageGateway } from './message-gateway.ts';
import { createOutboxGateway, outboxName } from './outbox/outbox-gateway.ts';
import { createSmtpGateway } from './smtp/smtp-gateway.ts';
import { createTurbosmsGateway } from './turbosms/turbosms-gateway.ts';

/** The providers of each channel in the order in which they are asked; none: nothing can be sent there. */
export type MessageGateways = Readonly<Record<MessageChannel, readonly MessageGateway[]>>;

/**
 * The providers whose credentials are set. Without any a channel ends in the outbox, which does not exist in production;
 * `push` is given by whoever can look subscriptions up.
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

/** Whether the messages of some channel end in the outbox of development. */
export function usesOutbox(gateways: MessageGateways): boolean {
  return Object.values(gateways)
    .flat()
    .some(({ name }) => name === outboxName);
}
