export { devOutboxPlugin } from './dev-outbox-plugin.ts';
export {
  deleteMessagesTo,
  deleteOldMessages,
  endStaleMessages,
  listSentMessages,
  readDeliveries,
} from './message-store.ts';
export { messageTasks } from './message-tasks.ts';
export { type NoticeKind, reviewDecisions } from './notification.template.ts';
export {
  type AttachedBill,
  type NewMessage,
  queueing,
  queueMessage,
  queueMessages,
} from './queue-messages.ts';
export type { Keyed } from './seal.ts';
