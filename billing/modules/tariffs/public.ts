export {
  auditPlan,
  comparedVersion,
  leavesGap,
  type PlanScene,
  planData,
  readPlanScene,
  refuseWithPlan,
  trialMonths,
} from './plan-modules.ts';
export {
  deleteVersion,
  findRunningTrial,
  getPlan,
  insertVersion,
  lockPlan,
  movePlan,
  noteTrial,
  type PlanState,
  plannedVersion,
  type RunningTrial,
  startTrial,
  stopTrial,
  type TariffPlan,
} from './plan-store.ts';
export { cachedPriceComponents, listPriceComponents } from './price-component-store.ts';
export { findHouseholdPrices } from './tariff-modules.ts';
export {
  cachedTariffs,
  economicRatesFrom,
  listTariffs,
  priceComponentsFrom,
  type StoredTariff,
  tariffsFrom,
  tariffVersionsFrom,
} from './tariff-store.ts';
export { type AccountTariffs, tariffHistoryColumn, tariffHistorySql, versionsOf } from './versions-of.ts';
