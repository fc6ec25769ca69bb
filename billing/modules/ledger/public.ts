export { checkLedger, type LedgerProblem } from './check-ledger.ts';
export {
  type BalanceRow,
  findBalance,
  findLastChargedAt,
  insertPostings,
  type Posting,
} from './ledger-store.ts';
export { postingPeriod } from './posting-period.ts';
