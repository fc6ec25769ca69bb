export { type AccountChange, insertAuditEntries, insertOutboxEvents } from './event-store.ts';
