import type { Tasks } from '#platform/jobs/job-queue.ts';
import { sendMessageJob } from './queue-message.ts';
import { type SendingServices, sendMessage } from './send-message.ts';

/** The jobs of messages. */
export function messageTasks(services: SendingServices): Tasks {
  return {
    async [sendMessageJob](payload) {
      const isNamed = typeof payload === 'object' && payload !== null && 'messageId' in payload;
      if (!isNamed) throw new Error('a job without its message');
      await sendMessage(services, String(payload.messageId));
    },
  };
}
