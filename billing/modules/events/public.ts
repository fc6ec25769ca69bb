export { claimRequestId, isSameUse, requestIdInsert } from './claim-request-id.ts';
export { auditInsert, insertAudit, insertOutboxEvents, outboxInsert } from './event-store.ts';
export { notifyOperators, type OperatorEvent } from './operator-event-store.ts';
