export { auditInsert, insertOutboxEvents, outboxInsert } from './event-store.ts';
