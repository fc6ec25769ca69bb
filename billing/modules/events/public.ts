export { claimRequestId, isSameUse, requestIdInsert } from './claim-request-id.ts';
export {
  auditFrom,
  auditInsert,
  copyOutboxEvents,
  insertAudit,
  insertOutboxEvents,
  outboxFrom,
  outboxInsert,
} from './event-store.ts';
export { notifyOperators } from './operator-event-store.ts';
