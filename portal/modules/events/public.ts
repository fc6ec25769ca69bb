export { type DeliveredEvent, insertAccountEvents, relayEvents } from './event-store.ts';
