export { relayEvents } from './relay.ts';
