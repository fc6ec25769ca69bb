import type { MessageChannel, MessageGateway } from '../message-gateway.ts';

/** Provider name of messages that are readable at /dev/outbox. */
export const outboxName = 'outbox';

/** Sends nothing: the message can be read at /dev/outbox. Not available in production. */
export function createOutboxGateway(channel: MessageChannel): MessageGateway {
  return {
    name: outboxName,
    channel,
    send: async ({ messageId }) => ({ kind: 'sent', reference: messageId }),
  };
}
