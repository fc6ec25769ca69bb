export { type DeliveredEvent, deleteOldEvents, insertAccountEvents, relayEvents } from './event-store.ts';
