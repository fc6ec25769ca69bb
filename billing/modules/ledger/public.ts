export { checkLedger } from './check-ledger.ts';
export { listDebtEventsOf } from './debt-events-store.ts';
export { dueStateOf, findDueNow, listDueNow, type StoredDueState, toDueNow } from './due-now-store.ts';
export { entryPart, signedOnReceivable } from './entry-part.ts';
export {
  copyPostings,
  findBalance,
  findLastChargedAt,
  insertPostings,
  listEntriesInForce,
  postFrom,
} from './ledger-store.ts';
export { findNewestBooking, noteBooking, postingPeriod } from './posting-period.ts';
