export { calculateSoFar, findCurrentPeriod, forecastPeriod } from './calculate-so-far.ts';
export { type ChargedAccount, chargeAccount } from './charge-account.ts';
export { chargeLineData, type PlannedRegister } from './charge-line-data.ts';
export { closePeriod } from './close-period.ts';
export { type ClosingResult, closingConnections, closingPriority } from './closing.ts';
export type { ClosingAccount } from './closing-facts.ts';
export { consumptionInForceSql } from './closing-statements.ts';
export { conditionRefusal } from './condition-refusal.ts';
export { loadAccountFacts } from './load-account-facts.ts';
export { measureAccount, planAccount } from './measure-account.ts';
export { measureRegister } from './measure-register.ts';
export { listClosingStates } from './period-progress-store.ts';
export { findPeriod, openHistory, openPeriodsUpTo } from './period-store.ts';
export {
  benefitsFrom,
  type RecalculationRequest,
  recalculationRequestsFrom,
  requestRecalculations,
} from './recalculations.ts';
