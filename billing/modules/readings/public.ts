export type { AccountFacts, MeterRecord, RegisterRecord } from './account-facts.ts';
export { loadForecast } from './charge-with-reading.ts';
export { currentReadingData } from './current-reading.ts';
export { type LoadedFacts, loadReadingFacts } from './reading-facts.ts';
