import type { MessageChannel, MessageGateway } from '../message-gateway.ts';

/** The name under which messages stay readable at /dev/outbox. */
export const outboxName = 'outbox';

/** Sends nothing anywhere: the message stays where it is and is read at /dev/outbox. Does not exist in production. */
export function createOutboxGateway(channel: MessageChannel): MessageGateway {
  return {
    name: outboxName,
    channel,
    send: async ({ messageId }) => ({ kind: 'sent', reference: messageId }),
  };
}
