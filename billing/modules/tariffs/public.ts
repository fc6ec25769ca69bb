export { cachedTariffs } from './cached-tariffs.ts';
export { findHouseholdPrices } from './household-prices.ts';
export { listTariffs, type StoredTariff, tariffsFrom, tariffVersionsFrom } from './tariff-store.ts';
export { type AccountTariffs, tariffHistoryColumn, tariffHistorySql, versionsOf } from './versions-of.ts';
