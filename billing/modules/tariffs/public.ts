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
