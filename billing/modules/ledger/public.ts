export { checkLedger } from './check-ledger.ts';
export { findEntries, lockAccount } from './correction-store.ts';
export { listDebtEventsBefore, listDebtEventsOf } from './debt-events-store.ts';
export {
  dueStateOf,
  findDueNow,
  listDueNow,
  partsOf,
  type StoredDueState,
  type StoredParts,
  toDueNow,
  toParts,
} from './due-now-store.ts';
export {
  copyPostings,
  entriesFrom,
  entryPart,
  findBalance,
  findLastChargedAt,
  insertPostings,
  listEntriesInForce,
  postFrom,
  signedOnReceivable,
  unbilledPeriod,
} from './ledger-store.ts';
export { noteBooking, postingPeriod, readBookingClock, setBookingClock } from './posting-period.ts';
export { addUpLedgerCounts } from './reports/money.ts';
