export { benefitLock } from './benefits.ts';
export {
  calculateSoFar,
  findCurrentPeriod,
  forecastClosingBill,
  forecastPeriod,
} from './calculate-so-far.ts';
export { type ChargedAccount, chargeAccount } from './charge-account.ts';
export { quantitiesOf } from './charge-entity.ts';
export { chargeLineData, type PlannedRegister } from './charge-line-data.ts';
export { cachedPrices } from './charge-prices.ts';
export {
  askForClosingBills,
  openClosingBillJobs,
} from './closing/bill-former-accounts.ts';
export {
  billsFrom,
  bookedRequestsFrom,
  chargeLinesFrom,
  consumptionFrom,
  consumptionRevisionsFrom,
  periodsFrom,
} from './closing/charged-rows.ts';
export { closePeriod } from './closing/close-period.ts';
export { type ClosingResult, closingConnections, closingPriority } from './closing/closing.ts';
export type { ClosingAccount } from './closing/closing-facts.ts';
export { consumptionInForceSql } from './closing/closing-statements.ts';
export { listClosingStates } from './closing/period-progress-store.ts';
export { countUndecided, type UndecidedCount } from './closing/undecided-readings.ts';
export { conditionRefusal } from './condition-refusal.ts';
export { addUpConsumptionCounts } from './consumption/count-consumption.ts';
export { loadAccountFacts } from './consumption/load-account-facts.ts';
export { measureAccount, planAccount } from './consumption/measure-account.ts';
export { measureRegister } from './consumption/measure-register.ts';
export { forecastPoints } from './forecast-points.ts';
export { findPeriod, isPeriodClosed, openHistory, openPeriodsUpTo } from './period-store.ts';
export {
  benefitsFrom,
  type RecalculationRequest,
  recalculationRequestsFrom,
  requestRecalculations,
} from './recalculations.ts';
export { listRunsInProgress } from './runs/run-store.ts';
export { openRunJobs } from './runs/run-worker.ts';
export { openTrialJobs } from './tariff-plans/trial-worker.ts';
