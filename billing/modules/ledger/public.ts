export { findNewestBooking, noteBooking } from './booking-clock.ts';
export { checkLedger } from './check-ledger.ts';
export { listDebtEventsOf } from './debt-events-store.ts';
export { dueStateOf, findDueNow, type StoredDueState, toDueNow } from './due-now-store.ts';
export { type EntryPart, entryPart, signedOnReceivable } from './entry-part.ts';
export type { LedgerProblem } from './ledger-problems.ts';
export {
  type BalanceRow,
  findBalance,
  findLastChargedAt,
  insertPostings,
  listEntriesInForce,
  type Posting,
} from './ledger-store.ts';
export { postingPeriod } from './posting-period.ts';
