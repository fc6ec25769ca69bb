export { claimRequestId, isSameUse, requestIdInsert } from './claim-request-id.ts';
export { auditInsert, insertAudit, insertOutboxEvents, outboxInsert } from './event-store.ts';
export { notifyOperators } from './operator-event-store.ts';
