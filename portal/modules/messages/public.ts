export { devOutboxPlugin } from './dev-outbox-plugin.ts';
export { endStaleMessages, forgetMessages } from './message-store.ts';
export { messageTasks } from './message-tasks.ts';
export { type NewMessage, queueMessage } from './queue-message.ts';
export { openBody, sealBody } from './seal.ts';
