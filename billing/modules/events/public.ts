export { auditEntryChain } from './audit-chain.ts';
export {
  type AuditOrigin,
  auditFrom,
  auditInsert,
  copyOutboxEvents,
  insertAudit,
  insertOutboxEvents,
  outboxFrom,
  outboxInsert,
} from './event-store.ts';
export { claimRequestId, isSameUse, notifyOperators, requestIdInsert } from './operator-event-store.ts';
