export { cachedTariffs } from './cached-tariffs.ts';
export { listTariffs, type StoredTariff } from './tariff-store.ts';
