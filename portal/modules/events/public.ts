export {
  type DeliveredEvent,
  deleteOldEvents,
  ensureEventPartitions,
  insertAccountEvents,
  relayEvents,
} from './event-store.ts';
