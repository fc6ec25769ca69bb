export { calculateSoFar, findCurrentPeriod, forecastPeriod } from './calculate-so-far.ts';
export { type ChargedAccount, chargeAccount } from './charge-account.ts';
export { chargeByScheme } from './charge-by-scheme.ts';
export { chargeLineData } from './charge-line-data.ts';
export { closePeriod } from './close-period.ts';
export {
  type ClosingProgress,
  type ClosingRequest,
  type ClosingResult,
  closingConnections,
  closingPriority,
} from './closing.ts';
export type { ChargedMonth, ClosingAccount, ClosingRegister } from './closing-facts.ts';
export { conditionRefusal } from './condition-refusal.ts';
export { type Cost, costOf, type RegisterConsumption } from './cost-of.ts';
export { loadAccountFacts } from './load-account-facts.ts';
export { loadChargedMonths } from './load-charged-months.ts';
export { loadClosingFacts } from './load-closing-facts.ts';
export { loadPricings } from './load-pricings.ts';
export { loadUsageHistory } from './load-usage-history.ts';
export {
  type MeasuredConsumption,
  measureAccount,
  type PlannedRegister,
  planAccount,
} from './measure-account.ts';
export { measureRegister } from './measure-register.ts';
export {
  findOpenPeriodBefore,
  findPeriod,
  openPeriodsUpTo,
  type PeriodRow,
} from './period-store.ts';
export type { Pricing } from './pricing.ts';
export { type RecalculationRequest, requestRecalculations } from './request-recalculations.ts';
