export { type DeliveredEvent, insertAccountEvents } from './event-store.ts';
export { relayEvents } from './relay.ts';
