export type { AccountFacts, MeterRecord } from './account-facts.ts';
export { currentReadingData } from './current-reading.ts';
export { loadReadingFacts } from './reading-facts.ts';
export { readingsFrom, supersedeReadingsAfter } from './reading-store.ts';
