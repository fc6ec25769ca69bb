export { type DeliveredEvent, insertAccountEvents, relayEvents, sweepAccountEvents } from './event-store.ts';
