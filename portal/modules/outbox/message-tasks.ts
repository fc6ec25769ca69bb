import type { Tasks } from '#platform/jobs/job-queue.ts';
import { sendingJobs } from './queue-message.ts';
import { type SendingServices, sendMessage } from './send-message.ts';

/** Message jobs: one queue per channel. */
export function messageTasks(services: SendingServices): Tasks {
  async function send(payload: unknown): Promise<void> {
    const isNamed = typeof payload === 'object' && payload !== null && 'messageId' in payload;
    if (!isNamed) throw new Error('a job without its message');
    await sendMessage(services, String(payload.messageId));
  }
  return Object.fromEntries(Object.values(sendingJobs).map((name) => [name, send]));
}
